// holds
package outside;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Two pages at most; writers and readers wait for different things. */
public class PrintQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private final Deque<Integer> pages = new ArrayDeque<>();

    public void put(int page) throws InterruptedException {
        lock.lock();
        try {
            while (pages.size() == 2) {
                notFull.await();
            }
            pages.addLast(page);
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    public int take() throws InterruptedException {
        lock.lock();
        try {
            while (pages.isEmpty()) {
                notEmpty.await();
            }
            int page = pages.removeFirst();
            notFull.signal();
            return page;
        } finally {
            lock.unlock();
        }
    }
}
