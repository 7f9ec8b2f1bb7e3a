package samples;

import java.util.concurrent.atomic.AtomicReference;

/** Treiber's stack. */
class TreiberStack {
    private static final class Item {
        final int value;
        final Item below;

        Item(int value, Item below) {
            this.value = value;
            this.below = below;
        }
    }

    private final AtomicReference<Item> top = new AtomicReference<>();

    public void push(int value) {
        Item seen;
        do {
            seen = top.get();
        } while (!top.compareAndSet(seen, new Item(value, seen)));
    }

    public Integer pop() {
        Item seen;
        do {
            seen = top.get();
            if (seen == null) {
                return null;
            }
        } while (!top.compareAndSet(seen, seen.below));
        return seen.value;
    }
}

/** Uses the item that was popped last once more: top is A, then B, then A again. */
class RecyclingStack {
    private static final class Item {
        volatile int value;
        volatile Item below;
    }

    private final AtomicReference<Item> top = new AtomicReference<>();
    private final AtomicReference<Item> spare = new AtomicReference<>();

    public void push(int value) {
        Item item = spare.getAndSet(null);
        if (item == null) {
            item = new Item();
        }
        item.value = value;
        Item seen;
        do {
            seen = top.get();
            item.below = seen;
        } while (!top.compareAndSet(seen, item));
    }

    public Integer pop() {
        Item seen;
        Item below;
        int value;
        do {
            seen = top.get();
            if (seen == null) {
                return null;
            }
            value = seen.value;
            below = seen.below;
        } while (!top.compareAndSet(seen, below));
        spare.set(seen);
        return value;
    }
}

/** Two threads that pop the last element both take one off its size. */
class UnlockedArrayStack {
    private final int[] elements = new int[4];
    private int size;

    public void push(int value) {
        elements[size] = value;
        size++;
    }

    public Integer pop() {
        if (size == 0) {
            return null;
        }
        size--;
        return elements[size];
    }
}
