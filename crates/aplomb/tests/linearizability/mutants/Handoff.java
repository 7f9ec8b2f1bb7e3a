package original;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A queue of one place, in which putting and taking wait. */
public class Handoff {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Condition emptied = lock.newCondition();
    private boolean full;
    private int value;

    public void put(int next) throws InterruptedException {
        lock.lock();
        try {
            while (full) emptied.await(); //~ put-if: if (full) emptied.await();
            value = next;
            full = true;
            filled.signal(); //~ signal-other: emptied.signal(); //~ no-signal:
        } finally {
            lock.unlock();
        }
    }

    public int take() throws InterruptedException {
        lock.lock();
        try {
            while (!full) filled.await(); //~ take-if: if (!full) filled.await();
            full = false;
            emptied.signal();
            return value;
        } finally {
            lock.unlock();
        }
    }

    public boolean isFull() {
        lock.lock();
        try {
            return full;
        } finally {
            lock.unlock();
        }
    }
}
