// violated
package outside;

import java.util.concurrent.atomic.AtomicLong;

/** A slow writer writes an old price over a newer one, since the check and the write are two steps. */
public class LatestPrice {
    private final AtomicLong tickets = new AtomicLong();
    private volatile long version;
    private volatile int price;

    public void update(int newPrice) {
        long ticket = tickets.incrementAndGet();
        if (ticket > version) {
            version = ticket;
            price = newPrice;
        }
    }

    public int price() {
        return price;
    }
}
