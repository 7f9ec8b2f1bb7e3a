package samples;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Takes what clients can make up, and a map, which they cannot. */
public class Labels {
    private final Set<Character> labels = new HashSet<>();

    public synchronized boolean add(char label) {
        return labels.add(label);
    }

    public synchronized double scaled(double by) {
        return labels.size() * by;
    }

    public synchronized boolean addAll(Map<Character, Integer> more) {
        return labels.addAll(more.keySet());
    }
}
