// violated
package outside;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Likes are counted in stripes; the sum of the stripes is not taken at one moment. */
public class LikeCounter {
    private static final int STRIPES = 4;
    private final AtomicIntegerArray stripes = new AtomicIntegerArray(STRIPES);

    public void like(int user) {
        stripes.incrementAndGet(user % STRIPES);
    }

    public void unlike(int user) {
        stripes.decrementAndGet(user % STRIPES);
    }

    public int total() {
        int sum = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            sum += stripes.get(stripe);
        }
        return sum;
    }
}
