// violated
package outside;

import java.util.concurrent.atomic.AtomicInteger;

/** Checks the limit and counts in two steps. */
public class RateLimiter {
    private final AtomicInteger used = new AtomicInteger();
    private final int limit = 1;

    public boolean tryAcquire() {
        if (used.get() >= limit) {
            return false;
        }
        used.incrementAndGet();
        return true;
    }

    public void release() {
        used.decrementAndGet();
    }
}
