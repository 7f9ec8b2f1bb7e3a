package samples;

/** Counts entries and adds them up. The sum is written after the lock was given back. */
public class Ledger {
    private final Object guard = new Object();
    private int entries;
    private int sum;

    public void enter(int amount) {
        synchronized (guard) {
            entries = entries + 1;
        }
        sum = sum + amount;
    }

    public String both() {
        synchronized (guard) {
            return entries + " " + sum;
        }
    }
}
