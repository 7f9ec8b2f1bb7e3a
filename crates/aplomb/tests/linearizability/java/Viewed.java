package samples;

import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.List;

/** Returns something that only its class is known of. */
public class Viewed {
    private final AtomicInteger count = new AtomicInteger();

    public int next() {
        return count.incrementAndGet();
    }

    public Iterator<Integer> view() {
        return List.of(count.get()).iterator();
    }
}
