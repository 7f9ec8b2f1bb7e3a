package samples;

import java.util.concurrent.locks.ReentrantLock;

/** Sets of integers as sorted linked lists, each with its own way of locking. */
final class Node {
    final int key;
    volatile Node next;
    volatile boolean marked;
    private final ReentrantLock lock = new ReentrantLock();

    Node(int key, Node next) {
        this.key = key;
        this.next = next;
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    /** An empty list: two sentinels. */
    static Node sentinels() {
        return new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
    }
}

/** Locks hand over hand: never lets go of a node before it holds the next one. */
class LockCouplingList {
    private final Node head = Node.sentinels();

    public boolean add(int key) {
        Node[] place = find(key);
        try {
            if (place[1].key == key) {
                return false;
            }
            place[0].next = new Node(key, place[1]);
            return true;
        } finally {
            release(place);
        }
    }

    public boolean remove(int key) {
        Node[] place = find(key);
        try {
            if (place[1].key != key) {
                return false;
            }
            place[0].next = place[1].next;
            return true;
        } finally {
            release(place);
        }
    }

    public boolean contains(int key) {
        Node[] place = find(key);
        try {
            return place[1].key == key;
        } finally {
            release(place);
        }
    }

    /** The last node with a smaller key and the node after it, both locked. */
    private Node[] find(int key) {
        Node before = head;
        before.lock();
        Node current = before.next;
        current.lock();
        while (current.key < key) {
            before.unlock();
            before = current;
            current = current.next;
            current.lock();
        }
        return new Node[] {before, current};
    }

    private static void release(Node[] place) {
        place[0].unlock();
        place[1].unlock();
    }
}

/** Searches without locks, then locks two nodes and checks that nothing has changed. */
class LazyList {
    private final Node head = Node.sentinels();

    public boolean add(int key) {
        while (true) {
            Node before = head;
            Node current = before.next;
            while (current.key < key) {
                before = current;
                current = current.next;
            }
            before.lock();
            current.lock();
            try {
                if (isUnchanged(before, current)) {
                    if (current.key == key) {
                        return false;
                    }
                    before.next = new Node(key, current);
                    return true;
                }
            } finally {
                before.unlock();
                current.unlock();
            }
        }
    }

    public boolean remove(int key) {
        while (true) {
            Node before = head;
            Node current = before.next;
            while (current.key < key) {
                before = current;
                current = current.next;
            }
            before.lock();
            current.lock();
            try {
                if (isUnchanged(before, current)) {
                    if (current.key != key) {
                        return false;
                    }
                    current.marked = true;
                    before.next = current.next;
                    return true;
                }
            } finally {
                before.unlock();
                current.unlock();
            }
        }
    }

    public boolean contains(int key) {
        Node current = head;
        while (current.key < key) {
            current = current.next;
        }
        return current.key == key && !current.marked;
    }

    protected boolean isUnchanged(Node before, Node current) {
        return !before.marked && !current.marked && before.next == current;
    }
}

/** Forgets that a node may have been removed while it was being found. */
class ForgetfulLazyList extends LazyList {
    @Override
    protected boolean isUnchanged(Node before, Node current) {
        return before.next == current;
    }
}
