// violated
package outside;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The earliest deadline is looked up, and removed if it is still there. */
public class Deadlines {
    private final ConcurrentSkipListMap<Integer, Boolean> times = new ConcurrentSkipListMap<>();

    public boolean add(int time) {
        return times.putIfAbsent(time, Boolean.TRUE) == null;
    }

    public Integer earliest() {
        while (true) {
            Map.Entry<Integer, Boolean> first = times.firstEntry();
            if (first == null) {
                return null;
            }
            if (times.remove(first.getKey(), first.getValue())) {
                return first.getKey();
            }
        }
    }
}
