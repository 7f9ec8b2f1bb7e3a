// violated
package outside;

/** Buckets are locked one by one, and a table that grows is copied without these locks. Takes four keys. */
public class GrowingTable {
    private static final class Node {
        final int key;
        final int value;
        final Node next;

        Node(int key, int value, Node next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private final Object[] locks = {new Object(), new Object()};
    private volatile Node[] table = new Node[2];
    private int size;

    public void put(int key, int value) {
        boolean isFull;
        synchronized (locks[key & 1]) {
            Node[] current = table;
            int place = key & (current.length - 1);
            Node list = without(current[place], key);
            current[place] = new Node(key, value, list);
            synchronized (this) {
                size++;
                isFull = size == 4;
            }
        }
        if (isFull) {
            grow();
        }
    }

    private static Node without(Node list, int key) {
        if (list == null) {
            return null;
        }
        return list.key == key ? list.next : new Node(list.key, list.value, without(list.next, key));
    }

    private synchronized void grow() {
        Node[] old = table;
        Node[] longer = new Node[2 * old.length];
        for (Node list : old) {
            for (Node node = list; node != null; node = node.next) {
                int place = node.key & (longer.length - 1);
                longer[place] = new Node(node.key, node.value, longer[place]);
            }
        }
        table = longer;
    }

    public int get(int key) {
        synchronized (locks[key & 1]) {
            Node[] current = table;
            for (Node node = current[key & (current.length - 1)]; node != null; node = node.next) {
                if (node.key == key) {
                    return node.value;
                }
            }
            return -1;
        }
    }
}
