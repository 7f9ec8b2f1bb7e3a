// holds
package outside;

import java.util.ArrayDeque;
import java.util.StringJoiner;

/** The last three lines of a conversation. */
public class Chat {
    private final ArrayDeque<String> lines = new ArrayDeque<>();

    public synchronized int say(String text) {
        if (lines.size() == 3) {
            lines.removeFirst();
        }
        lines.addLast("%s (%d)".formatted(text.repeat(2).toUpperCase(), text.length()));
        return lines.size();
    }

    public synchronized String read() {
        StringJoiner joined = new StringJoiner(", ", "[", "]").setEmptyValue("nothing");
        lines.forEach(joined::add);
        return joined.toString();
    }
}
