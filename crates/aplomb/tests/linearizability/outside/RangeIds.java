// violated
package outside;

import java.util.concurrent.atomic.AtomicInteger;

/** Who finds the range used up replaces it; two who do so at once throw a range away. */
public class RangeIds {
    private static final int SIZE = 2;

    private static final class Range {
        final int base;
        final AtomicInteger used = new AtomicInteger();

        Range(int base) {
            this.base = base;
        }
    }

    private volatile Range current = new Range(0);

    public int next() {
        while (true) {
            Range range = current;
            int place = range.used.getAndIncrement();
            if (place < SIZE) {
                return range.base + place;
            }
            synchronized (this) {
                current = new Range(current.base + SIZE);
            }
        }
    }
}
