package samples;

/** Opens with a notification that may come too early. */
public class Gate {
    private boolean open;

    public void pass() throws InterruptedException {
        boolean closed;
        synchronized (this) {
            closed = !open;
        }
        synchronized (this) {
            if (closed) {
                wait();
            }
        }
    }

    public synchronized void open() {
        open = true;
        notifyAll();
    }
}
