package racy;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A queue that counts its elements apart. */
public class CountedQueue {
    private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();

    public void add(int element) {
        queue.add(element); //[
        size.incrementAndGet(); //]
    }

    public Integer poll() {
        Integer element = queue.poll(); //[
        if (element != null) {
            size.decrementAndGet(); //]
        }
        return element;
    }

    public int size() {
        return size.get();
    }
}
