// violated
package outside;

import java.util.concurrent.atomic.AtomicInteger;

/** Free slots are a stack of numbers; a top that went away and came back looks the same. Takes three slots and a slow thread. */
public class FreeList {
    private final int[] next = {1, 2, -1};
    private final AtomicInteger top = new AtomicInteger();
    private final boolean[] used = new boolean[3];

    public int take() {
        while (true) {
            int slot = top.get();
            if (slot < 0) {
                return -1;
            }
            int below = next[slot];
            if (top.compareAndSet(slot, below)) {
                used[slot] = true;
                return slot;
            }
        }
    }

    public boolean free(int slot) {
        if (slot > 2) {
            return false;
        }
        synchronized (used) {
            if (!used[slot]) {
                return false;
            }
            used[slot] = false;
        }
        while (true) {
            int old = top.get();
            next[slot] = old;
            if (top.compareAndSet(old, slot)) {
                return true;
            }
        }
    }
}
