import com.cburch.logisim.circuit.CircuitState;
import com.cburch.logisim.circuit.Propagator;
import com.cburch.logisim.circuit.SubcircuitFactory;
import com.cburch.logisim.comp.Component;
import com.cburch.logisim.data.Location;
import com.cburch.logisim.data.Value;
import com.cburch.logisim.file.Loader;
import com.cburch.logisim.file.LogisimFile;
import com.cburch.logisim.instance.InstanceDataSingleton;
import com.cburch.logisim.proj.Project;
import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Games BOARD.circ PRESSES: what the board shows in Logisim while these buttons are pressed; README.md has the format. */
public class Games {
    static CircuitState state, ramState;
    static Propagator propagator;
    static Component ram;
    static String ramPath;
    static final List<List<Component>> shows = new ArrayList<>();
    static int[] cells;
    static String shown = "";
    static long now = 0;

    public static void main(String[] args) throws Exception {
        LogisimFile file = new Loader(null).openLogisimFile(new File(args[0]));
        state = new CircuitState(new Project(file), file.getMainCircuit());
        propagator = state.getPropagator();
        propagator.propagate();
        for (String kind : new String[] {"LED", "Hex Digit Display", "DotMatrix"}) shows.add(parts(kind));
        findRam(state, "/");
        head("leds", 0);
        head("digits", 1);
        head("lamps", 2);
        System.out.println("ram " + ramPath);
        cells = new int[1 << (Integer) get(contents(), "addrBits")];
        look();
        for (String line : Files.readAllLines(Paths.get(args[1]))) {
            if (!line.startsWith("press") && !line.startsWith("release")) continue;
            String[] act = line.split(" ");
            run(Long.parseLong(act[1]));
            System.out.println(line);
            press(act[2], act[0].equals("press"));
        }
        run(now + 60);
        System.exit(0);
    }

    static void run(long until) throws Exception {
        for (; now < until; now++) {
            propagator.tick();
            propagator.propagate();
            if (propagator.isOscillating()) throw new Exception("it oscillates");
            if (shown != null) look(now + 1);
        }
    }

    static void press(String place, boolean down) throws Exception {
        for (Component part : parts("Button")) {
            if (!place.equals(at(part))) continue;
            state.setData(part, new InstanceDataSingleton(down ? Value.TRUE : Value.FALSE));
            state.markComponentAsDirty(part);
            propagator.propagate();
            look();
            return;
        }
        throw new Exception("no button at " + place);
    }

    static void look() throws Exception {
        look(now);
    }

    static void look(long time) throws Exception {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            if (shows.get(i).isEmpty()) line.append(" -");
            else line.append(' ');
            for (Component part : shows.get(i))
                for (int port = 0; port < (i == 2 ? 5 : 1); port++) line.append(digit(part, port));
        }
        StringBuilder changed = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            int cell = cell(i);
            if (cell != cells[i]) changed.append(String.format(" %02x=%02x", i, cell));
            cells[i] = cell;
        }
        if (line.toString().equals(shown) && changed.length() == 0) return;
        shown = line.toString();
        System.out.println("at " + time + shown + changed);
    }

    static String digit(Component part, int port) {
        Value value = state.getValue(part.getEnd(port).getLocation());
        if (!value.isFullyDefined()) return "?";
        int number = value.toIntValue();
        return number < 16 ? Integer.toHexString(number) : "[" + Integer.toHexString(number) + "]";
    }

    /** From the top, each line from the left. */
    static List<Component> parts(String kind) {
        List<Component> found = new ArrayList<>();
        for (Component part : state.getCircuit().getNonWires()) if (part.getFactory().getName().equals(kind)) found.add(part);
        found.sort(Comparator.comparing((Component part) -> part.getLocation().getY()).thenComparing(part -> part.getLocation().getX()));
        return found;
    }

    static void head(String name, int kind) {
        StringBuilder line = new StringBuilder(name);
        for (Component part : shows.get(kind)) line.append(' ').append(at(part));
        System.out.println(line);
    }

    static String at(Component part) {
        Location location = part.getLocation();
        return location.getX() + "," + location.getY();
    }

    static void findRam(CircuitState where, String path) {
        for (Component part : where.getCircuit().getNonWires()) {
            String name = part.getFactory().getName();
            if (name.equals("RAM")) {
                ram = part;
                ramState = where;
                ramPath = path + "RAM@" + at(part);
            } else if (part.getFactory() instanceof SubcircuitFactory && where.getData(part) != null) {
                findRam((CircuitState) where.getData(part), path + name + "@" + at(part) + "/");
            }
        }
    }

    static Object contents() throws Exception {
        return get(ramState.getData(ram), "contents");
    }

    static int cell(int address) throws Exception {
        Object contents = contents();
        Method get = contents.getClass().getDeclaredMethod("get", long.class);
        get.setAccessible(true);
        return (Integer) get.invoke(contents, (long) address);
    }

    static Object get(Object object, String name) throws Exception {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!field.getName().equals(name)) continue;
                field.setAccessible(true);
                return field.get(object);
            }
        }
        throw new Exception("no " + name);
    }
}
