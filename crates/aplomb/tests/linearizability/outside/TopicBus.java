// violated
package outside;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Removes a topic that seems empty, and with it who subscribes meanwhile. */
public class TopicBus {
    private final ConcurrentMap<String, Set<String>> topics = new ConcurrentHashMap<>();

    public void subscribe(String topic, String subscriber) {
        topics.computeIfAbsent(topic, t -> ConcurrentHashMap.newKeySet()).add(subscriber);
    }

    public void unsubscribe(String topic, String subscriber) {
        Set<String> subscribers = topics.get(topic);
        if (subscribers != null) {
            subscribers.remove(subscriber);
            if (subscribers.isEmpty()) {
                topics.remove(topic);
            }
        }
    }

    public String subscribers(String topic) {
        return new TreeSet<>(topics.getOrDefault(topic, Set.of())).toString();
    }
}
