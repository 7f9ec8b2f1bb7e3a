// violated
package outside;

import java.util.ArrayList;
import java.util.List;

/** The static initialiser reads two settings, one after the other. */
public class EagerTotals {
    private static volatile int width = 1;
    private static volatile int height = 1;

    private static class Area {
        static final List<Integer> SIDES = new ArrayList<>();

        static {
            SIDES.add(width);
            SIDES.add(height);
        }
    }

    public void resize(int value) {
        width = value;
        height = value;
    }

    public String area() {
        return Area.SIDES.toString();
    }
}
