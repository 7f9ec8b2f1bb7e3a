// violated
package outside;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A synchronized list is walked over without its lock. */
public class AuditTrail {
    private final List<Integer> entries = Collections.synchronizedList(new ArrayList<>());

    public void record(int entry) {
        entries.add(entry);
    }

    public int sum() {
        int sum = 0;
        for (int entry : entries) {
            sum += entry;
        }
        return sum;
    }
}
