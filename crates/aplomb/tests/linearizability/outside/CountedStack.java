// violated
package outside;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** A lock-free stack whose size is counted beside it. */
public class CountedStack {
    private record Node(int value, Node below) {}

    private static final AtomicReferenceFieldUpdater<CountedStack, Node> TOP =
        AtomicReferenceFieldUpdater.newUpdater(CountedStack.class, Node.class, "top");
    private static final AtomicIntegerFieldUpdater<CountedStack> SIZE =
        AtomicIntegerFieldUpdater.newUpdater(CountedStack.class, "size");
    private volatile Node top;
    private volatile int size;

    public void push(int value) {
        TOP.updateAndGet(this, below -> new Node(value, below));
        SIZE.incrementAndGet(this);
    }

    public Integer pop() {
        Node was = TOP.getAndUpdate(this, it -> it == null ? null : it.below());
        if (was == null) {
            return null;
        }
        SIZE.decrementAndGet(this);
        return was.value();
    }

    public int size() {
        return size;
    }
}
