// violated
package outside;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.StampedLock;

/** When the read lock cannot be converted, somebody else may write first. */
public class RouteCache {
    private final StampedLock lock = new StampedLock();
    private final Map<Integer, Integer> routes = new HashMap<>();

    public Integer putIfAbsent(int host, int route) {
        long stamp = lock.readLock();
        try {
            Integer known = routes.get(host);
            if (known != null) {
                return known;
            }
            long write = lock.tryConvertToWriteLock(stamp);
            if (write == 0) {
                lock.unlockRead(stamp);
                write = lock.writeLock();
            }
            stamp = write;
            return routes.put(host, route) == null ? null : -1;
        } finally {
            lock.unlock(stamp);
        }
    }
}
