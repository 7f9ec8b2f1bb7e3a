// violated
package outside;

import java.util.ArrayList;
import java.util.List;

/** The list and its version are two variables, and readers read one after the other. */
public class TaggedRegistry {
    private volatile List<String> items = List.of();
    private volatile int version;

    public synchronized void register(String item) {
        List<String> longer = new ArrayList<>(items);
        longer.add(item);
        items = longer;
        version = version + 1;
    }

    public String summary() {
        int seen = version;
        return items.size() + " items at version " + seen;
    }
}
