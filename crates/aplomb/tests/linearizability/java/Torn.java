package samples;

/** Two numbers that belong together, read one after the other. */
public class Torn {
    private volatile int first;
    private volatile int second;

    public synchronized void set(int value) {
        first = value + 1;
        second = value + 1;
    }

    public int[] get() {
        return new int[] {first, second};
    }
}
