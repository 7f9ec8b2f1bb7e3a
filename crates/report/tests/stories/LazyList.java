final class LazyList {
    private final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));

    boolean add(int key) {
        Node before = head, after = head.next;
        while (after.key < key) { before = after; after = after.next; }
        before.lock();
        try {
            if (after.key == key) return false;
            before.next = new Node(key, after);
            return true;
        } finally { before.unlock(); }
    }

    boolean remove(int key) {
        Node before = head, found = head.next;
        while (found.key < key) { before = found; found = found.next; }
        before.lock();
        found.lock();
        try {
            if (found.key != key) return false;
            found.marked = true;
            before.next = found.next;
            return true;
        } finally { found.unlock(); before.unlock(); }
    }

    boolean contains(int key) {
        Node node = head;
        while (node.key < key) node = node.next;
        return node.key == key && !node.marked;
    }
}
