// violated
package outside;

/** A lock of one's own that remembers that somebody waits, but not how many. */
public class Workshop {
    private boolean held;
    private boolean waiting;
    private int jobs;

    private synchronized void acquire() throws InterruptedException {
        while (held) {
            waiting = true;
            wait();
        }
        held = true;
    }

    private synchronized void release() {
        held = false;
        if (waiting) {
            waiting = false;
            notify();
        }
    }

    public int work() throws InterruptedException {
        acquire();
        try {
            jobs = jobs + 1;
            return jobs;
        } finally {
            release();
        }
    }
}
