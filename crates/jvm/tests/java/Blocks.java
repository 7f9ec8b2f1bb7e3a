import java.util.concurrent.locks.ReentrantLock;

/** Methods of which some lines are made atomic. */
public class Blocks {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;
    private int other;
    private boolean ready;

    public int increment() {
        int read = count;
        count = read + 1;
        return read;
    }

    /** Two blocks of two lines: what happens between two rounds is not atomic. */
    public int twice() {
        int last = 0;
        for (int round = 0; round < 2; round++) {
            int read = count; // round begins
            count = read + 1; // round ends
            last = read;
        }
        return last;
    }

    public int byHelper() {
        int read = get(); // helper reads
        set(read + 1); // helper writes
        return read;
    }

    private int get() {
        return count;
    }

    private void set(int value) {
        count = value;
    }

    /** Leaves the block by an exception, after both accesses. */
    public int throwing() {
        int before = other;
        try {
            int read = count; // throwing begins
            count = read + 1;
            throw new IllegalStateException(); // throwing ends
        } catch (IllegalStateException expected) {
            other = before + 1;
        }
        return before;
    }

    /** Takes a lock in the middle of a block that begins without it. */
    public int partlyLocked() {
        int read = count; // partly begins
        lock.lock();
        try {
            count = read + 1;
        } finally {
            lock.unlock(); // partly ends
        }
        return read;
    }

    public int locked() {
        lock.lock();
        try {
            int read = count;
            count = read + 1;
            return read;
        } finally {
            lock.unlock();
        }
    }

    public void raise() {
        ready = true;
    }

    /** Never gets anywhere if nobody else may move. */
    public int spin() {
        while (!ready) { // spin begins
        }
        return count; // spin ends
    }
}
