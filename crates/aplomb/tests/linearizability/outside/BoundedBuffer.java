// holds
package outside;

/** The buffer of the textbook, with wait and notifyAll. */
public class BoundedBuffer {
    private final Object[] items = new Object[2];
    private int head;
    private int size;

    public synchronized void put(int item) throws InterruptedException {
        while (size == items.length) {
            wait();
        }
        items[(head + size) % items.length] = item;
        size++;
        notifyAll();
    }

    public synchronized Object take() throws InterruptedException {
        while (size == 0) {
            wait();
        }
        Object item = items[head];
        items[head] = null;
        head = (head + 1) % items.length;
        size--;
        notifyAll();
        return item;
    }

    public synchronized int size() {
        return size;
    }
}
