// violated
package outside;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The list is safe, the check before it is not. */
public class TagList {
    private final List<String> tags = new CopyOnWriteArrayList<>();

    public void add(String tag) {
        if (!tags.contains(tag)) {
            tags.add(tag);
        }
    }

    public void remove(String tag) {
        tags.remove(tag);
    }

    public int size() {
        return tags.size();
    }
}
