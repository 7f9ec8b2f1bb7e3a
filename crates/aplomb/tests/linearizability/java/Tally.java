package samples;

/** Counts without a lock, in a field that is not even volatile. */
public class Tally {
    private int count;

    public Tally() {
    }

    public Tally(int start) {
        count = start;
    }

    public int increment() {
        int next = count + 1;
        count = next;
        return next;
    }

    public int get() {
        return count;
    }
}
