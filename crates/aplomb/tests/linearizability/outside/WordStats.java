// violated
package outside;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counting is atomic for each word; the most frequent one is found by walking over all of them. */
public class WordStats {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    public void seen(String word) {
        counts.merge(word, 1, Integer::sum);
    }

    public String top() {
        return counts.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse("none");
    }
}
