// holds
package outside;

import java.util.concurrent.atomic.AtomicReference;

/** Made when it is first wanted, and made again after it was revoked. */
public class LazyToken {
    private final AtomicReference<String> token = new AtomicReference<>();

    public String get() {
        while (true) {
            String known = token.get();
            if (known != null) {
                return known;
            }
            if (token.compareAndSet(null, "token")) {
                return "token";
            }
        }
    }

    public boolean revoke() {
        return token.getAndSet(null) != null;
    }

    public boolean isThere() {
        return token.get() != null;
    }
}
