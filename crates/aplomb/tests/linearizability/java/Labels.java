package samples;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Takes what clients can make up, and a list, which they cannot. */
public class Labels {
    private final Set<Character> labels = new HashSet<>();

    public synchronized boolean add(char label) {
        return labels.add(label);
    }

    public synchronized double scaled(double by) {
        return labels.size() * by;
    }

    public synchronized boolean addAll(List<Character> more) {
        return labels.addAll(more);
    }
}
