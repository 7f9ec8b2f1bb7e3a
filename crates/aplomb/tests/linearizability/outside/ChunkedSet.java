// violated
package outside;

import java.util.concurrent.locks.ReentrantLock;

/** A sorted list of chunks of two numbers; a reader beside a chunk that is split may miss the half that moves. Takes three numbers. */
public class ChunkedSet {
    private static final class Chunk {
        volatile int[] items;
        volatile Chunk next;

        Chunk(int[] items, Chunk next) {
            this.items = items;
            this.next = next;
        }
    }

    private final Chunk first = new Chunk(new int[0], null);
    private final ReentrantLock lock = new ReentrantLock();

    public boolean add(int item) {
        lock.lock();
        try {
            Chunk chunk = first;
            while (chunk.next != null && chunk.next.items[0] <= item) {
                chunk = chunk.next;
            }
            int[] items = chunk.items;
            for (int other : items) {
                if (other == item) {
                    return false;
                }
            }
            int[] longer = new int[items.length + 1];
            int place = 0;
            while (place < items.length && items[place] < item) {
                longer[place] = items[place];
                place++;
            }
            longer[place] = item;
            System.arraycopy(items, place, longer, place + 1, items.length - place);
            if (longer.length <= 2) {
                chunk.items = longer;
            } else {
                chunk.items = new int[] {longer[0]};
                chunk.next = new Chunk(new int[] {longer[1], longer[2]}, chunk.next);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    public boolean contains(int item) {
        for (Chunk chunk = first; chunk != null; chunk = chunk.next) {
            for (int other : chunk.items) {
                if (other == item) {
                    return true;
                }
            }
        }
        return false;
    }
}
