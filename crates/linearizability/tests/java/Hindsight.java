package samples;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;

// What these return is mostly right in some order of the calls, but not in the one in real time.

/** Every thread has its own copy to read, and one is written before the other. */
class Copies {
    private volatile int even;
    private volatile int odd;

    public synchronized void set(int value) {
        even = value;
        odd = value;
    }

    public int get() {
        return Thread.currentThread().getId() % 2 == 0 ? even : odd;
    }
}

/** Takes first and gives back if that was too much; meanwhile there seems to be nothing left. */
class Overdrawn {
    private final AtomicInteger taken = new AtomicInteger();

    public boolean take() {
        if (taken.incrementAndGet() > 1) {
            taken.decrementAndGet();
            return false;
        }
        return true;
    }

    public void free() {
        taken.updateAndGet(count -> Math.max(0, count - 1));
    }
}

/** Who counts to two raises the alarm later. */
class Alarm {
    private final AtomicInteger events = new AtomicInteger();
    private volatile boolean raised;

    public void event() {
        if (events.incrementAndGet() >= 2) {
            raised = true;
        }
    }

    public void calm() {
        events.set(0);
        raised = false;
    }

    public boolean isRaised() {
        return raised;
    }
}

/** Shows what was refreshed last if somebody else is just refreshing. */
class NoticeBoard {
    private final ReentrantLock refreshing = new ReentrantLock();
    private volatile int written;
    private volatile int shown;

    public void write(int notice) {
        written = notice;
    }

    public int read() {
        if (refreshing.tryLock()) {
            try {
                shown = written;
            } finally {
                refreshing.unlock();
            }
        }
        return shown;
    }
}

/** Amounts in two drawers, which are counted one after the other. */
class Drawers {
    private final AtomicIntegerArray drawers = new AtomicIntegerArray(2);

    public void add(int amount) {
        drawers.addAndGet(amount & 1, amount + 1);
    }

    public int sum() {
        return drawers.get(0) + drawers.get(1);
    }
}

/** Two lanes, of which the first is looked at first. */
class Lanes {
    private final ConcurrentLinkedQueue<Integer> left = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Integer> right = new ConcurrentLinkedQueue<>();

    public void add(int item) {
        (item % 2 == 0 ? left : right).add(item);
    }

    public Integer take() {
        Integer item = left.poll();
        return item != null ? item : right.poll();
    }
}
