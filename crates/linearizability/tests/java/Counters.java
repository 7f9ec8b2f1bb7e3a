package samples;

import java.util.concurrent.atomic.AtomicBoolean;

/** Reads, then writes: an update between the two is lost. */
class UnlockedCounter {
    private int value;

    public int incrementAndGet() {
        value = value + 1;
        return value;
    }

    public int get() {
        return value;
    }
}

/** A call returns only if it overlaps with another: sequential runs say nothing about it. */
class CounterWithVisitor {
    private int value;
    private volatile boolean busy;

    public int incrementAndGet() {
        busy = true;
        value = value + 1;
        int result = value;
        busy = false;
        return result;
    }

    public void visit() throws InterruptedException {
        if (!busy) {
            new java.util.concurrent.CountDownLatch(1).await();
        }
    }
}

class SynchronizedCounter {
    private int value;

    public synchronized int incrementAndGet() {
        value = value + 1;
        return value;
    }

    public synchronized int get() {
        return value;
    }
}

/** Waits for its turn by trying again and again. */
class SpinLockCounter {
    private final AtomicBoolean taken = new AtomicBoolean();
    private int value;

    public int incrementAndGet() {
        while (!taken.compareAndSet(false, true)) {
        }
        int result = ++value;
        taken.set(false);
        return result;
    }

    public int get() {
        while (!taken.compareAndSet(false, true)) {
        }
        int result = value;
        taken.set(false);
        return result;
    }
}

/** Does not release its lock when it sees that somebody else has counted. */
class ForgetfulSpinLockCounter {
    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile int value;

    public int incrementAndGet() {
        int before = value;
        while (!taken.compareAndSet(false, true)) {
        }
        if (value != before) {
            return -1;
        }
        value = before + 1;
        taken.set(false);
        return before + 1;
    }
}

/** Shows a count only to the read after the next. */
class LaggingCounter {
    private int counted;
    private int shown;

    public synchronized void increment() {
        counted++;
    }

    public synchronized int get() {
        int result = shown;
        shown = counted;
        return result;
    }
}

/** Written in two steps: who looks at the back may see an older number than who looked at the front. */
class TwoFaces {
    private volatile int front;
    private volatile int back;

    public void write(int value) {
        front = value;
        back = value;
    }

    public int front() {
        return front;
    }

    public int back() {
        return back;
    }
}
