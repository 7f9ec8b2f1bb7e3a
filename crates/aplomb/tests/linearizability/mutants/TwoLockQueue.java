package original;

/** Michael and Scott's queue with a lock at each end. */
public class TwoLockQueue {
    static final class Node {
        final int value;
        volatile Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private final Object headLock = new Object();
    private final Object tailLock = new Object();
    private Node head = new Node(0);
    private Node tail = head;

    public void add(int value) {
        Node node = new Node(value);
        synchronized (tailLock) { //~ add-unlocked: { //~ add-wrong-lock: synchronized (node) {
            tail.next = node;
            tail = node;
        }
    }

    public int take() {
        synchronized (headLock) { //~ take-unlocked: { //~ take-own-lock: synchronized (new Object()) {
            Node next = head.next;
            if (next == null) return -1;
            head = next;
            return next.value;
        }
    }

    public int peek() {
        synchronized (headLock) { //~ peek-twice: {
            Node next = head.next; //~ peek-twice: if (head.next == null) return -1; Node next = head.next;
            return next == null ? -1 : next.value; //~ peek-twice: return next.value;
        }
    }
}
