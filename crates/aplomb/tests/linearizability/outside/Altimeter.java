// violated
package outside;

import java.util.concurrent.locks.StampedLock;

/** The stamp of an optimistic read is validated before the second field is read. */
public class Altimeter {
    private final StampedLock lock = new StampedLock();
    private int metres;
    private int feet;

    public void climb(int to) {
        long stamp = lock.writeLock();
        metres = to;
        feet = to * 3;
        lock.unlockWrite(stamp);
    }

    public String reading() {
        long stamp = lock.tryOptimisticRead();
        int seen = metres;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            seen = metres;
            lock.unlockRead(stamp);
        }
        return seen + " m, " + feet + " ft";
    }
}
