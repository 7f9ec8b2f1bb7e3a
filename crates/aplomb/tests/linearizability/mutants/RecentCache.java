package original;

/** A cache of two entries: a third pushes out the one that was used longest ago. */
public class RecentCache {
    private static final int CAPACITY = 2;
    private final int[] keys = new int[CAPACITY];
    private final int[] values = new int[CAPACITY];
    private int used;

    private int find(int key) {
        for (int i = 0; i < used; i++) {
            if (keys[i] == key) return i;
        }
        return -1;
    }

    /** Moves an entry to the front. */
    private void touch(int at) {
        int key = keys[at];
        int value = values[at];
        for (int i = at; i > 0; i--) {
            keys[i] = keys[i - 1];
            values[i] = values[i - 1];
        }
        keys[0] = key;
        values[0] = value;
    }

    public int get(int key) {
        synchronized (this) { //~ get-unlocked: {
            int at = find(key);
            if (at < 0) return -1;
            int value = values[at];
            touch(at);
            return value;
        }
    }

    public void put(int key, int value) {
        int at; //~ found-before: int at = find(key);
        synchronized (this) {
            at = find(key); //~ found-before:
            if (at < 0 && used == CAPACITY) evict();
            if (at < 0) at = used++;
            keys[at] = key;
            values[at] = value;
            touch(at);
        }
    }

    private void evict() {
        used--;
    }

    public String entries() {
        StringBuilder text = new StringBuilder();
        synchronized (this) { //~ entries-unlocked: {
            for (int i = 0; i < used; i++) text.append(keys[i]).append('=').append(values[i]).append(' ');
        }
        return text.toString();
    }
}
