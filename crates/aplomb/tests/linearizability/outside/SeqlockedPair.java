// holds
package outside;

/** Readers read again if somebody wrote meanwhile. */
public class SeqlockedPair {
    private volatile int version;
    private volatile int left;
    private volatile int right;

    public synchronized void set(int value) {
        version = version + 1;
        left = value;
        right = value + 10;
        version = version + 1;
    }

    public String get() {
        while (true) {
            int before = version;
            String pair = left + "/" + right;
            if (before % 2 == 0 && version == before) {
                return pair;
            }
        }
    }
}
