// holds
package outside;

import java.util.concurrent.TimeUnit;

/** Lets two requests through a second. */
public class TokenBucket {
    private static final long CAPACITY = 2;
    private long tokens = CAPACITY;
    private long refilled = System.nanoTime();

    public synchronized boolean tryAcquire() {
        refill();
        if (tokens == 0) {
            return false;
        }
        tokens--;
        return true;
    }

    public synchronized long available() {
        refill();
        return tokens;
    }

    private void refill() {
        long now = System.nanoTime();
        long earned = (now - refilled) / (TimeUnit.SECONDS.toNanos(1) / CAPACITY);
        if (earned > 0) {
            tokens = Math.min(CAPACITY, tokens + earned);
            refilled = now;
        }
    }
}
