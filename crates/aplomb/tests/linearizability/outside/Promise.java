// holds
package outside;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The first value wins. */
public class Promise {
    private final CompletableFuture<Integer> value = new CompletableFuture<>();
    private final CompletableFuture<String> shown = value.thenApply(it -> "<" + it + ">");

    public boolean fulfil(int number) {
        return value.complete(number);
    }

    public Optional<Integer> look() {
        return Optional.ofNullable(value.getNow(null));
    }
}
