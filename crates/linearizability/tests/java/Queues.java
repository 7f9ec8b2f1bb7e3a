package samples;

import java.util.concurrent.atomic.AtomicReference;

/** Michael and Scott's queue. */
class MichaelScottQueue {
    static final class Cell {
        final Integer value;
        final AtomicReference<Cell> next = new AtomicReference<>();

        Cell(Integer value) {
            this.value = value;
        }
    }

    protected final AtomicReference<Cell> head;
    protected final AtomicReference<Cell> tail;

    MichaelScottQueue() {
        Cell first = new Cell(null);
        head = new AtomicReference<>(first);
        tail = new AtomicReference<>(first);
    }

    public void enqueue(int value) {
        Cell cell = new Cell(value);
        while (true) {
            Cell last = tail.get();
            Cell after = last.next.get();
            if (after != null) {
                tail.compareAndSet(last, after);
            } else if (last.next.compareAndSet(null, cell)) {
                tail.compareAndSet(last, cell);
                return;
            }
        }
    }

    public Integer dequeue() {
        while (true) {
            Cell first = head.get();
            Cell last = tail.get();
            Cell after = first.next.get();
            if (first == last) {
                if (after == null) {
                    return null;
                }
                tail.compareAndSet(last, after);
            } else if (head.compareAndSet(first, after)) {
                return after.value;
            }
        }
    }
}

/** Moves its head without looking whether somebody else has. */
class HastyQueue extends MichaelScottQueue {
    @Override
    public Integer dequeue() {
        Cell first = head.get();
        Cell after = first.next.get();
        if (after == null) {
            return null;
        }
        head.set(after);
        return after.value;
    }
}

/** One place, guarded by its monitor. */
class Mailbox {
    private Integer content;

    public synchronized void put(int value) throws InterruptedException {
        while (content != null) {
            wait();
        }
        content = value;
        wakeUp();
    }

    public synchronized int take() throws InterruptedException {
        while (content == null) {
            wait();
        }
        int value = content;
        content = null;
        wakeUp();
        return value;
    }

    protected void wakeUp() {
        notifyAll();
    }
}

/** Wakes only one of those who wait, perhaps one who can do nothing. */
class DrowsyMailbox extends Mailbox {
    @Override
    protected void wakeUp() {
        notify();
    }
}

/** Gives back what came last: a stack that is called a queue. */
class ReversedQueue {
    private final java.util.ArrayDeque<Integer> items = new java.util.ArrayDeque<>();

    public synchronized void offer(int value) {
        items.push(value);
    }

    public synchronized Integer poll() {
        return items.poll();
    }
}
