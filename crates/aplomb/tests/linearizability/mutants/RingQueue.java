package original;

/** A bounded queue in a ring, under one lock. */
public class RingQueue {
    private final int[] slots = new int[3];
    private int first;
    private volatile int count;

    public boolean offer(int value) {
        if (count == slots.length) return false; //~ full-outside: int seen = count; if (seen == slots.length) return false;
        synchronized (this) {
            if (count == slots.length) return false; //~ full-outside: //~ full-unchecked:
            slots[(first + count) % slots.length] = value; //~ full-outside: slots[(first + seen) % slots.length] = value;
            count = count + 1; //~ full-outside: count = seen + 1;
            return true;
        }
    }

    public int poll() {
        synchronized (this) { //~ poll-unlocked: {
            if (count == 0) return -1;
            int value = slots[first];
            first = (first + 1) % slots.length;
            count = count - 1;
            return value;
        }
    }

    public int size() {
        return count;
    }
}
