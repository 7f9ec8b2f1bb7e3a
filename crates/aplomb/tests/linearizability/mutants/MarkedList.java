package original;

import java.util.concurrent.atomic.AtomicMarkableReference;

/** Harris's lock-free set: a node is marked before it is unlinked. */
public class MarkedList {
    static final class Node {
        final int key;
        final AtomicMarkableReference<Node> next;

        Node(int key, Node next) {
            this.key = key;
            this.next = new AtomicMarkableReference<>(next, false);
        }
    }

    private final Node tail = new Node(Integer.MAX_VALUE, null);
    private final Node head = new Node(Integer.MIN_VALUE, tail);

    /** The last node before the key; those that are marked on the way are unlinked. */
    private Node before(int key) {
        retry:
        while (true) {
            Node before = head;
            Node at = before.next.getReference();
            while (true) {
                boolean[] marked = {false};
                Node after = at.next.get(marked);
                while (marked[0] && after != null) {
                    if (!before.next.compareAndSet(at, after, false, false)) continue retry;
                    at = after;
                    after = at.next.get(marked);
                }
                if (at.key >= key) return before;
                before = at;
                at = after;
            }
        }
    }

    public boolean add(int key) {
        while (true) {
            Node before = before(key);
            Node at = before.next.getReference();
            if (at.key < key) continue;
            if (at.key == key) return false;
            Node node = new Node(key, at);
            if (before.next.compareAndSet(at, node, false, false)) return true; //~ add-blindly: before.next.set(node, false); return true; //~ add-any-mark: boolean[] mark = {false}; before.next.get(mark); if (before.next.compareAndSet(at, node, mark[0], mark[0])) return true;
        }
    }

    public boolean remove(int key) {
        while (true) {
            Node before = before(key);
            Node at = before.next.getReference();
            if (at.key < key) continue;
            if (at.key != key) return false;
            Node after = at.next.getReference();
            if (!at.next.compareAndSet(after, after, false, true)) continue; //~ mark-blindly: at.next.set(after, true); //~ unlink-only:
            before.next.compareAndSet(at, after, false, false); //~ unlink-only: if (!before.next.compareAndSet(at, after, false, false)) continue;
            return true;
        }
    }

    public boolean contains(int key) {
        Node at = head;
        while (at.key < key) at = at.next.getReference();
        return at.key == key && !at.next.isMarked(); //~ contains-marked: return at.key == key;
    }
}
