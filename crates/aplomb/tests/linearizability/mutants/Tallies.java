package original;

import java.util.concurrent.atomic.AtomicLong;

/** A counter in two halves, so that threads meet less often. */
public class Tallies {
    private final AtomicLong[] halves = {new AtomicLong(), new AtomicLong()};
    private volatile long known;

    public synchronized void add(int by) { //~ add-unordered: public void add(int by) {
        halves[by % 2].addAndGet(by + 1);
        known = halves[0].get() + halves[1].get();
    }

    public synchronized long sum() { //~ sum-unlocked: public long sum() { //~ sum-known: public long sum() { if (known > 0) return known;
        return halves[0].get() + halves[1].get();
    }

    public synchronized long reset() { //~ reset-unlocked: public long reset() {
        long all = halves[0].getAndSet(0) + halves[1].getAndSet(0);
        known = 0;
        return all;
    }
}
