package racy;

import java.util.concurrent.atomic.AtomicInteger;

/** Two numbers that are each atomic. */
public class HitRate {
    private final AtomicInteger hits = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();

    public void record(int hit) {
        hits.addAndGet(hit); //[
        requests.incrementAndGet(); //]
    }

    public String rate() {
        int h = hits.get(); //[
        int r = requests.get(); //]
        return h + " of " + r;
    }
}
