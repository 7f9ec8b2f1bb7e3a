// violated
package outside;

import java.util.concurrent.ConcurrentSkipListSet;

/** Keeps the three best; who adds a fourth throws one out in a second step. Takes four numbers. */
public class TopThree {
    private final ConcurrentSkipListSet<Integer> best = new ConcurrentSkipListSet<>();

    public void offer(int score) {
        best.add(score);
        if (best.size() > 3) {
            best.pollFirst();
        }
    }

    public String show() {
        return best.toString();
    }
}
