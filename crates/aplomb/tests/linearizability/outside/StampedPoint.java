// holds
package outside;

import java.util.concurrent.locks.StampedLock;

public class StampedPoint {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;

    public void move(int dx, int dy) {
        long stamp = lock.writeLock();
        try {
            x += dx;
            y += dy;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public String position() {
        long stamp = lock.tryOptimisticRead();
        int seenX = x;
        int seenY = y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                seenX = x;
                seenY = y;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return "(" + seenX + ", " + seenY + ")";
    }
}
