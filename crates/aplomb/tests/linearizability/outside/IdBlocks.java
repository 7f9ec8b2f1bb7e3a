// holds
package outside;

import java.util.concurrent.atomic.AtomicLong;

/** Takes numbers from a shared source in blocks of two, and hands them out one by one. */
public class IdBlocks {
    private static final int BLOCK = 2;
    private final AtomicLong source = new AtomicLong(100);
    private long next;
    private long end;

    public synchronized long next() {
        if (next == end) {
            next = source.getAndAdd(BLOCK);
            end = next + BLOCK;
        }
        return next++;
    }

    public synchronized long left() {
        return end - next;
    }
}
