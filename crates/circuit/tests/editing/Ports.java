import com.cburch.logisim.circuit.Circuit;
import com.cburch.logisim.circuit.CircuitState;
import com.cburch.logisim.circuit.Propagator;
import com.cburch.logisim.circuit.SubcircuitFactory;
import com.cburch.logisim.comp.Component;
import com.cburch.logisim.comp.EndData;
import com.cburch.logisim.data.Location;
import com.cburch.logisim.data.Value;
import com.cburch.logisim.file.Loader;
import com.cburch.logisim.file.LogisimFile;
import com.cburch.logisim.proj.Project;
import java.io.File;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Ports FOLDER: beside every NAME.circ a NAME.snap with what Logisim has at every port after 0, 1, 2, 3, 10 and 40 half-ticks. */
public class Ports {
    static final Set<Integer> SHOWN = Set.of(0, 1, 2, 3, 10, 40);
    static final int LAST = 40;

    /** A loader that collects what it would show in a window. */
    static class Silent extends Loader {
        final List<String> errors = new ArrayList<>();

        Silent() {
            super(null);
        }

        @Override
        public void showError(String text) {
            errors.add(text);
        }
    }

    public static void main(String[] args) throws Exception {
        File[] files = new File(args[0]).listFiles((folder, name) -> name.endsWith(".circ"));
        Arrays.sort(files);
        for (File file : files) {
            String problem = record(file);
            System.out.println(file.getName() + ": " + (problem == null ? "recorded" : problem));
        }
        System.exit(0);
    }

    /** Runs one file; answers why it was not recorded, if so. */
    static String record(File file) throws Exception {
        Silent loader = new Silent();
        LogisimFile opened = loader.openLogisimFile(file);
        if (!loader.errors.isEmpty()) return "Logisim says " + loader.errors;
        Circuit circuit = opened.getMainCircuit();
        CircuitState state = new CircuitState(new Project(opened), circuit);
        Propagator propagator = state.getPropagator();
        propagator.propagate();
        StringBuilder out = new StringBuilder("FILE " + file.getName() + " circuit=" + circuit.getName() + "\n");
        for (int halfTick = 0; ; halfTick++) {
            if (propagator.isOscillating()) return "it oscillates at " + halfTick;
            if (SHOWN.contains(halfTick)) {
                out.append("T ").append(halfTick).append(" clock=").append(time(propagator)).append(" oscillating=false\n");
                show(out, "/", state);
            }
            if (halfTick == LAST) break;
            propagator.tick();
            propagator.propagate();
        }
        try (PrintWriter writer = new PrintWriter(file.getPath().replaceAll("circ$", "snap"), "UTF-8")) {
            writer.print(out);
        }
        return null;
    }

    static Object time(Propagator propagator) throws Exception {
        Field clock = Propagator.class.getDeclaredField("clock");
        clock.setAccessible(true);
        return clock.get(propagator);
    }

    static void show(StringBuilder out, String path, CircuitState state) {
        out.append("P ").append(path).append(" circuit=").append(state.getCircuit().getName()).append('\n');
        TreeMap<String, Component> parts = new TreeMap<>();
        for (Component part : state.getCircuit().getNonWires()) parts.put(name(part), part);
        for (Component part : parts.values()) {
            if (part.getFactory().getName().equals("Text")) continue;
            out.append("C ").append(name(part));
            for (EndData end : part.getEnds()) out.append(' ').append(text(state.getValue(end.getLocation())));
            out.append('\n');
        }
        for (Component part : parts.values()) {
            boolean inner = part.getFactory() instanceof SubcircuitFactory;
            CircuitState inside = inner ? (CircuitState) state.getData(part) : null;
            if (inside != null) show(out, path + (path.equals("/") ? "" : "/") + name(part), inside);
        }
    }

    static String name(Component part) {
        Location at = part.getLocation();
        return part.getFactory().getName().replace(' ', '_') + "@" + at.getX() + "," + at.getY();
    }

    static String text(Value value) {
        if (value.getWidth() == 0) return "-";
        if (value.isFullyDefined()) return Integer.toHexString(value.toIntValue());
        StringBuilder bits = new StringBuilder("b");
        for (int bit = value.getWidth() - 1; bit >= 0; bit--) {
            Value one = value.get(bit);
            bits.append(one == Value.TRUE ? '1' : one == Value.FALSE ? '0' : one == Value.UNKNOWN ? 'x' : 'E');
        }
        return bits.toString();
    }
}
