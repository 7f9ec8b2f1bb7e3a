// holds
package outside;

import java.util.concurrent.atomic.AtomicLong;

/** Counts only up, one at a time: a sum that is read piece by piece was right at some moment. */
public class ShardedHits {
    private final AtomicLong even = new AtomicLong();
    private final AtomicLong odd = new AtomicLong();

    public void hit(int page) {
        (page % 2 == 0 ? even : odd).incrementAndGet();
    }

    public long total() {
        return even.get() + odd.get();
    }
}
