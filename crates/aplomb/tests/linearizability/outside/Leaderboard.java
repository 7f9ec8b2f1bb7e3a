// violated
package outside;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

/** Adds points with get and put. */
public class Leaderboard {
    public record Entry(String player, int points) {}

    private final ConcurrentMap<String, Integer> points = new ConcurrentHashMap<>();

    public void score(String player, int more) {
        points.put(player, points.getOrDefault(player, 0) + more + 1);
    }

    public List<Entry> top() {
        return points.entrySet().stream()
                .map(entry -> new Entry(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingInt(Entry::points).reversed().thenComparing(Entry::player))
                .limit(3)
                .collect(Collectors.toList());
    }
}
