// violated
package outside;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A number that was changed in the meantime may still be too small, which takes a third value to see. */
public class TicketDesk {
    private static final AtomicIntegerFieldUpdater<TicketDesk> NEXT =
        AtomicIntegerFieldUpdater.newUpdater(TicketDesk.class, "next");
    private volatile int next;

    public int draw() {
        return NEXT.getAndUpdate(this, it -> it == 3 ? 0 : it + 1);
    }

    public boolean skip(int to) {
        int now = next;
        return now < to && NEXT.compareAndSet(this, now, to);
    }
}
