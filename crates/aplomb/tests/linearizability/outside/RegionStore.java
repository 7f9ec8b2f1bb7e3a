// violated
package outside;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Looks under the read lock, creates under the write lock, and does not look again in between. */
public class RegionStore {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<Integer, String> regions = new HashMap<>();
    private int created;

    public String regionOf(int key) {
        lock.readLock().lock();
        try {
            String known = regions.get(key);
            if (known != null) {
                return known;
            }
        } finally {
            lock.readLock().unlock();
        }
        lock.writeLock().lock();
        try {
            String fresh = "region-" + ++created;
            regions.put(key, fresh);
            return fresh;
        } finally {
            lock.writeLock().unlock();
        }
    }
}
