// violated
package outside;

import java.util.Iterator;
import java.util.LinkedHashSet;

/** Keeps two tags, and makes room for the third a moment too late. */
public class RecentTags {
    private final LinkedHashSet<String> tags = new LinkedHashSet<>();

    public boolean add(String tag) {
        boolean isNew;
        synchronized (tags) {
            isNew = tags.add(tag);
        }
        if (isNew) {
            evict();
        }
        return isNew;
    }

    private void evict() {
        synchronized (tags) {
            if (tags.size() > 2) {
                Iterator<String> all = tags.iterator();
                all.next();
                all.remove();
            }
        }
    }

    public int size() {
        synchronized (tags) {
            return tags.size();
        }
    }
}
