// violated
package outside;

/** A list that publishes its larger array before it has copied the old one: the third call shows. */
public class GrowingList {
    private volatile int[] elements = new int[2];
    private volatile int size;

    public synchronized void add(int value) {
        int[] old = elements;
        if (size == old.length) {
            int[] larger = new int[old.length * 2];
            elements = larger;
            for (int place = 0; place < old.length; place++) {
                larger[place] = old[place];
            }
        }
        elements[size] = value;
        size = size + 1;
    }

    public Integer get(int place) {
        return place < 0 || place >= size ? null : elements[place];
    }
}
