// holds
package outside;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/** Two connections; who gets none is told so. */
public class ConnectionPool {
    private final Semaphore permits = new Semaphore(1);

    public boolean acquire() {
        return permits.tryAcquire();
    }

    public void release() {
        permits.release();
    }

    public int free() {
        return permits.availablePermits();
    }
}
