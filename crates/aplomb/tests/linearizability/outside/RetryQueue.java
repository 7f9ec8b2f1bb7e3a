// violated
package outside;

import java.util.concurrent.ConcurrentHashMap;

/** A job may fail once; after the second time it is given up and forgotten. */
public class RetryQueue {
    private static final int MOST = 2;
    private final ConcurrentHashMap<Integer, Integer> failures = new ConcurrentHashMap<>();

    /** Whether the job is tried again. */
    public boolean failed(int job) {
        int count = failures.merge(job, 1, Integer::sum);
        if (count >= MOST) {
            failures.remove(job);
            return false;
        }
        return true;
    }

    public void succeeded(int job) {
        failures.remove(job);
    }
}
