// violated
package outside;

import java.util.concurrent.atomic.AtomicReference;

/** Who loses the race takes what the winner made, which may be closed by then. */
public class LazySession {
    private final AtomicReference<String> session = new AtomicReference<>();

    public String get() {
        String known = session.get();
        if (known != null) {
            return known;
        }
        if (session.compareAndSet(null, "session")) {
            return "session";
        }
        return session.get();
    }

    public void close() {
        session.set(null);
    }
}
