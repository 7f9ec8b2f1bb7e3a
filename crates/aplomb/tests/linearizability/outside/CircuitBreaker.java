// violated
package outside;

import java.util.concurrent.atomic.AtomicInteger;

/** Two failures open it, a success closes it; counting and opening are two steps. */
public class CircuitBreaker {
    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean open;

    public void onFailure() {
        if (failures.incrementAndGet() >= 2) {
            open = true;
        }
    }

    public void onSuccess() {
        failures.set(0);
        open = false;
    }

    public boolean allows() {
        return !open;
    }
}
