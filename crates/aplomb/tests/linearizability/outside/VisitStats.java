// violated
package outside;

import java.util.concurrent.atomic.AtomicLong;

/** Sum and count are each atomic; together they are not. */
public class VisitStats {
    private final AtomicLong sum = new AtomicLong();
    private final AtomicLong count = new AtomicLong();

    public void record(int seconds) {
        sum.addAndGet(seconds);
        count.incrementAndGet();
    }

    public String mean() {
        long n = count.get();
        return n == 0 ? "n/a" : String.format("%.1f", (double) sum.get() / n);
    }
}
