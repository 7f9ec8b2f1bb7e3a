package original;

/** A map whose two stripes have a lock each; the size is counted apart. */
public class StripedMap {
    private static final int STRIPES = 2;
    private final Object[] locks = {new Object(), new Object()};
    private final int[][] keys = new int[STRIPES][4];
    private final int[][] values = new int[STRIPES][4];
    private final int[] used = new int[STRIPES];

    private int find(int stripe, int key) {
        for (int i = 0; i < used[stripe]; i++) {
            if (keys[stripe][i] == key) return i;
        }
        return -1;
    }

    public int put(int key, int value) {
        int stripe = key % STRIPES;
        synchronized (locks[stripe]) { //~ put-other-stripe: synchronized (locks[value % STRIPES]) { //~ put-unlocked: {
            int at = find(stripe, key);
            if (at >= 0) {
                int old = values[stripe][at];
                values[stripe][at] = value;
                return old;
            }
            keys[stripe][used[stripe]] = key;
            values[stripe][used[stripe]] = value;
            used[stripe]++;
            return -1;
        }
    }

    public int get(int key) {
        int stripe = key % STRIPES;
        synchronized (locks[stripe]) { //~ get-unlocked: {
            int at = find(stripe, key);
            return at < 0 ? -1 : values[stripe][at];
        }
    }

    public int remove(int key) {
        int stripe = key % STRIPES;
        synchronized (locks[stripe]) {
            int at = find(stripe, key);
            if (at < 0) return -1;
            int old = values[stripe][at];
            int last = --used[stripe];
            keys[stripe][at] = keys[stripe][last];
            values[stripe][at] = values[stripe][last];
            return old;
        }
    }

    public int size() {
        synchronized (locks[0]) { //~ size-piecewise: int count; synchronized (locks[0]) { count = used[0]; } {
            synchronized (locks[1]) {
                return used[0] + used[1]; //~ size-piecewise: return count + used[1];
            }
        }
    }
}
