import java.util.concurrent.atomic.AtomicInteger;

/** Needs a class only if two threads meet. */
public class Meetings {
    private final AtomicInteger inside = new AtomicInteger();

    static class Rare {
        static int value;

        static {
            value = 1;
        }
    }

    public int enter() {
        inside.incrementAndGet();
        int seen = inside.get() == 2 ? Rare.value : 0;
        inside.decrementAndGet();
        return seen;
    }
}
