// holds
package outside;

import java.util.concurrent.locks.StampedLock;

/** Reads without a lock, and again with one if somebody wrote meanwhile. */
public class StampedRange {
    private final StampedLock lock = new StampedLock();
    private int low;
    private int high;

    public void set(int from, int length) {
        long stamp = lock.writeLock();
        try {
            low = from;
            high = from + length;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public int length() {
        long stamp = lock.tryOptimisticRead();
        int from = low;
        int to = high;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                from = low;
                to = high;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return to - from;
    }
}
