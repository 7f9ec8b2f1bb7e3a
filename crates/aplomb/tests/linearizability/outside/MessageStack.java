// holds
package outside;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Treiber's stack. */
public class MessageStack {
    private record Node(String message, Node next) {}

    private final AtomicReference<Node> top = new AtomicReference<>();

    public void push(String message) {
        Node head;
        do {
            head = top.get();
        } while (!top.compareAndSet(head, new Node(message, head)));
    }

    public Optional<String> pop() {
        while (true) {
            Node head = top.get();
            if (head == null) {
                return Optional.empty();
            }
            if (top.compareAndSet(head, head.next())) {
                return Optional.of(head.message());
            }
        }
    }

    public int depth() {
        int depth = 0;
        for (Node node = top.get(); node != null; node = node.next()) {
            depth++;
        }
        return depth;
    }
}
