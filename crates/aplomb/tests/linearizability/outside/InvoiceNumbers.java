// violated
package outside;

import java.util.concurrent.ConcurrentHashMap;

/** A thread-safe map is read and written in two calls. */
public class InvoiceNumbers {
    private final ConcurrentHashMap<String, Integer> last = new ConcurrentHashMap<>();

    public String next(String series) {
        Integer old = last.get(series);
        int number = old == null ? 1 : old + 1;
        last.put(series, number);
        return String.format("%s-%04d", series, number);
    }
}
