// holds
package outside;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

public class ListenerRegistry {
    private final CopyOnWriteArrayList<String> listeners = new CopyOnWriteArrayList<>();

    public boolean register(String listener) {
        return listeners.addIfAbsent(listener);
    }

    public boolean unregister(String listener) {
        return listeners.remove(listener);
    }

    public List<String> notifyAllListeners() {
        return listeners.stream().map(name -> name + "!").collect(Collectors.toList());
    }
}
