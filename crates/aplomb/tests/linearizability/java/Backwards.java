package samples;

import java.util.ArrayDeque;

/** Calls itself a queue, and gives back what came last. */
public class Backwards {
    private final ArrayDeque<Integer> elements = new ArrayDeque<>();

    public synchronized void offer(int element) {
        elements.addLast(element);
    }

    public synchronized Integer poll() {
        return elements.pollLast();
    }
}
