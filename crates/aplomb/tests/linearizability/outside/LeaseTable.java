// holds
package outside;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Who holds which resource; only the holder gives it back. */
public class LeaseTable {
    private final ConcurrentMap<Integer, String> holders = new ConcurrentHashMap<>();

    public boolean lease(int resource, String owner) {
        return holders.putIfAbsent(resource, owner) == null;
    }

    public boolean release(int resource, String owner) {
        return holders.remove(resource, owner);
    }

    public String holder(int resource) {
        return holders.getOrDefault(resource, "nobody");
    }
}
