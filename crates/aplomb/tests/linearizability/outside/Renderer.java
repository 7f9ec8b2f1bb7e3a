// holds
package outside;

import java.util.concurrent.atomic.AtomicInteger;

/** Each thread has a buffer of its own. */
public class Renderer {
    private static final ThreadLocal<StringBuilder> BUFFER = ThreadLocal.withInitial(StringBuilder::new);
    private final AtomicInteger pages = new AtomicInteger();

    public String render(String text) {
        StringBuilder buffer = BUFFER.get();
        buffer.setLength(0);
        buffer.append(text).append('#').append(pages.incrementAndGet());
        return buffer.toString();
    }
}
