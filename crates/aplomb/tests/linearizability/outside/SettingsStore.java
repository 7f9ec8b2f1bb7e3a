// holds
package outside;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class SettingsStore {
    private final Map<String, String> settings = new HashMap<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    public Optional<String> get(String key) {
        lock.readLock().lock();
        try {
            return Optional.ofNullable(settings.get(key));
        } finally {
            lock.readLock().unlock();
        }
    }

    public String set(String key, String value) {
        lock.writeLock().lock();
        try {
            return settings.put(key, value);
        } finally {
            lock.writeLock().unlock();
        }
    }

    public int size() {
        lock.readLock().lock();
        try {
            return settings.size();
        } finally {
            lock.readLock().unlock();
        }
    }
}
