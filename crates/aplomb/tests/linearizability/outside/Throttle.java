// holds
package outside;

import java.util.concurrent.atomic.AtomicInteger;

/** At most two at a time. */
public class Throttle {
    private static final int LIMIT = 2;
    private final AtomicInteger inside = new AtomicInteger();

    public boolean tryEnter() {
        int count;
        do {
            count = inside.get();
            if (count == LIMIT) {
                return false;
            }
        } while (!inside.compareAndSet(count, count + 1));
        return true;
    }

    public boolean leave() {
        int count;
        do {
            count = inside.get();
            if (count == 0) {
                return false;
            }
        } while (!inside.compareAndSet(count, count - 1));
        return true;
    }

    public int inside() {
        return inside.get();
    }
}
