// violated
package outside;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts a slot first and gives it back if there were too many: meanwhile others find none. */
public class SlotPool {
    private static final int LIMIT = 1;
    private final AtomicInteger used = new AtomicInteger();

    public boolean borrow() {
        if (used.incrementAndGet() > LIMIT) {
            used.decrementAndGet();
            return false;
        }
        return true;
    }

    public void giveBack() {
        used.updateAndGet(count -> Math.max(0, count - 1));
    }
}
