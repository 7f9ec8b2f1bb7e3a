// violated
package outside;

import java.util.concurrent.locks.StampedLock;

/** An optimistic read that nobody validates. */
public class GpsPosition {
    record Position(int latitude, int longitude) {}

    private final StampedLock lock = new StampedLock();
    private int latitude;
    private int longitude;

    public void update(int latitude, int longitude) {
        long stamp = lock.writeLock();
        try {
            this.latitude = latitude;
            this.longitude = longitude;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public Position read() {
        long stamp = lock.tryOptimisticRead();
        if (stamp == 0) {
            stamp = lock.readLock();
            try {
                return new Position(latitude, longitude);
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return new Position(latitude, longitude);
    }
}
