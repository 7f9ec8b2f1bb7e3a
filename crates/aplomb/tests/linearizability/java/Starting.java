package samples;

/** Starts a thread of its own when it is made. */
public class Starting {
    private int count;

    public Starting() {
        new Thread(this::increment).start();
    }

    public synchronized int increment() {
        return ++count;
    }
}
