// violated
package outside;

import java.util.concurrent.CompletableFuture;

/** What depends on a value is computed by whoever completes it, and may be late. */
public class PromiseShown {
    private final CompletableFuture<Integer> value = new CompletableFuture<>();
    private final CompletableFuture<String> shown = value.thenApply(it -> "<" + it + ">");

    public boolean fulfil(int number) {
        return value.complete(number);
    }

    public String look() {
        return value.getNow(null) + " " + shown.getNow("nothing");
    }
}
