import com.cburch.logisim.circuit.CircuitState;
import com.cburch.logisim.circuit.Propagator;
import com.cburch.logisim.data.Location;
import com.cburch.logisim.data.Value;
import com.cburch.logisim.file.Loader;
import com.cburch.logisim.file.LogisimFile;
import com.cburch.logisim.proj.Project;
import java.io.File;

/** Pins BENCH.circ HALFTICKS: what the CdM-8 on the bench shows in Logisim, a line whenever a pin changes. */
public class Pins {
    /** Where the processor stands, and its outputs from there: address to IAck on the right, pc to r3 below. */
    static final int X = 500, Y = 300;
    static final int[][] OUTPUTS = {
        {170, 20}, {170, 40}, {170, 60}, {170, 70}, {170, 80}, {170, 100},
        {20, 120}, {40, 120}, {60, 120}, {90, 120}, {110, 120}, {130, 120}, {150, 120},
    };

    public static void main(String[] args) throws Exception {
        LogisimFile file = new Loader(null).openLogisimFile(new File(args[0]));
        CircuitState state = new CircuitState(new Project(file), file.getMainCircuit());
        Propagator propagator = state.getPropagator();
        propagator.propagate();
        String last = "";
        for (int tick = 0; tick <= Integer.parseInt(args[1]); tick++) {
            StringBuilder shown = new StringBuilder();
            for (int[] at : OUTPUTS) {
                Value value = state.getValue(Location.create(X + at[0], Y + at[1]));
                shown.append(value.getWidth() == 1 ? value.toString() : String.format("%02x", value.toIntValue()));
            }
            if (!shown.toString().equals(last)) {
                last = shown.toString();
                System.out.println(tick + " " + last);
            }
            propagator.tick();
            propagator.propagate();
        }
        System.exit(0);
    }
}
