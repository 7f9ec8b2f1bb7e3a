// violated
package outside;

/** The longer array is shown before it is filled. Takes four entries before. */
public class GrowableLog {
    private volatile int[] items = new int[4];
    private volatile int size;

    public synchronized void append(int item) {
        if (size == items.length) {
            int[] old = items;
            items = new int[2 * old.length];
            System.arraycopy(old, 0, items, 0, old.length);
        }
        items[size] = item;
        size = size + 1;
    }

    public int get(int place) {
        return place < size ? items[place] : -1;
    }
}
