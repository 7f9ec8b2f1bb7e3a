package samples;

/** As {@link Tally}, with a lock. */
public class SafeTally {
    private int count;

    public synchronized int increment() {
        return ++count;
    }

    public synchronized int get() {
        return count;
    }
}
