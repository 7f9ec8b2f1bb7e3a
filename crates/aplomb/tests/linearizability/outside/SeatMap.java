// violated
package outside;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/** Each seat is atomic, the number of free ones is counted seat by seat. */
public class SeatMap {
    private final AtomicIntegerArray seats = new AtomicIntegerArray(2);

    public boolean reserve(int seat) {
        return seats.compareAndSet(seat, 0, 1);
    }

    public boolean release(int seat) {
        return seats.compareAndSet(seat, 1, 0);
    }

    public int free() {
        return (int) IntStream.range(0, seats.length()).filter(seat -> seats.get(seat) == 0).count();
    }
}
