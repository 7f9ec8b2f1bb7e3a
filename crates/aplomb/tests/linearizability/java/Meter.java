package samples;

/** Two readings that belong together. Who writes them does not hold the lock. */
public class Meter {
    private int low;
    private int high;

    public void add(int amount) {
        low = low + amount;
        high = high + amount;
    }

    public synchronized String read() {
        return low + " " + high;
    }
}
