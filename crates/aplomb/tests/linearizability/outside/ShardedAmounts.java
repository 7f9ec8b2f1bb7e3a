// violated
package outside;

import java.util.concurrent.atomic.AtomicLong;

/** The same with amounts: the sum of 1 and 2 passes by numbers that a reader may see. */
public class ShardedAmounts {
    private final AtomicLong even = new AtomicLong();
    private final AtomicLong odd = new AtomicLong();

    public void add(int amount) {
        (amount % 2 == 0 ? even : odd).addAndGet(amount);
    }

    public long total() {
        return even.get() + odd.get();
    }
}
