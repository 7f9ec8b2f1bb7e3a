// holds
package outside;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

public class EventBus {
    private final ConcurrentHashMap<String, List<String>> topics = new ConcurrentHashMap<>();

    public void subscribe(String topic, String subscriber) {
        topics.computeIfAbsent(topic, t -> new CopyOnWriteArrayList<>()).add(subscriber);
    }

    public int publish(String topic) {
        int delivered = 0;
        for (String subscriber : topics.getOrDefault(topic, List.of())) {
            if (!subscriber.isEmpty()) {
                delivered++;
            }
        }
        return delivered;
    }
}
