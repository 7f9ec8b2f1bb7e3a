// violated
package outside;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Reads under one lock and writes under another: what was read may be old. */
public class FeatureFlags {
    private final Map<String, Boolean> flags = new HashMap<>();
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    public boolean toggle(String flag) {
        boolean next = !isOn(flag);
        lock.writeLock().lock();
        try {
            flags.put(flag, next);
        } finally {
            lock.writeLock().unlock();
        }
        return next;
    }

    public boolean isOn(String flag) {
        lock.readLock().lock();
        try {
            return flags.getOrDefault(flag, false);
        } finally {
            lock.readLock().unlock();
        }
    }
}
