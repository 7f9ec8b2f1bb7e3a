package samples;

import java.util.concurrent.locks.ReentrantLock;

/** Things in stock. Whether there is one is looked up before the lock is taken. */
public class Stock {
    private final ReentrantLock lock = new ReentrantLock();
    private int left = 1;

    public boolean take() {
        boolean some = left > 0;
        lock.lock();
        try {
            if (some) {
                left = left - 1;
            }
        } finally {
            lock.unlock();
        }
        return some;
    }

    public int left() {
        lock.lock();
        try {
            return left;
        } finally {
            lock.unlock();
        }
    }
}
