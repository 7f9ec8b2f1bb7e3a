// violated
package outside;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A get of an access-ordered map changes it, and a read lock lets two of them in. */
public class ReadLockedLru {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<Integer, Integer> entries = new LinkedHashMap<>(8, 0.75f, true);

    public Integer get(int key) {
        lock.readLock().lock();
        try {
            return entries.get(key);
        } finally {
            lock.readLock().unlock();
        }
    }

    public void put(int key, int value) {
        lock.writeLock().lock();
        try {
            entries.put(key, value);
        } finally {
            lock.writeLock().unlock();
        }
    }

    public String keys() {
        lock.writeLock().lock();
        try {
            return entries.keySet().toString();
        } finally {
            lock.writeLock().unlock();
        }
    }
}
