// violated
package outside;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** One session per user; two requests of a new user may both create one. */
public class SessionCache {
    private final Map<String, Integer> sessions = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();

    public int sessionOf(String user) {
        Integer session = sessions.get(user);
        if (session == null) {
            session = ids.incrementAndGet();
            sessions.put(user, session);
        }
        return session;
    }

    public void logout(String user) {
        sessions.remove(user);
    }
}
