// holds
package outside;

/** Opens once, and then everybody passes. */
public class StartSignal {
    private boolean open;
    private int passed;

    public synchronized void open() {
        open = true;
        notifyAll();
    }

    public synchronized int pass() throws InterruptedException {
        while (!open) {
            wait();
        }
        return ++passed;
    }
}
