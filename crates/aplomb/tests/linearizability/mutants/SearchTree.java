package original;

import java.util.concurrent.locks.ReentrantLock;

/** An internal search tree whose nodes are locked hand over hand. */
public class SearchTree {
    static final class Node {
        volatile int key;
        volatile Node left;
        volatile Node right;
        final ReentrantLock lock = new ReentrantLock();

        Node(int key) {
            this.key = key;
        }
    }

    private final Node root = new Node(Integer.MAX_VALUE);

    public boolean add(int key) {
        Node at = root;
        at.lock.lock();
        while (at.key != key) {
            Node next = key < at.key ? at.left : at.right;
            if (next == null) {
                if (key < at.key) at.left = new Node(key); //~ add-late: at.lock.unlock(); if (key < at.key) at.left = new Node(key);
                else at.right = new Node(key);
                at.lock.unlock(); //~ add-late: if (at.lock.isHeldByCurrentThread()) at.lock.unlock();
                return true;
            }
            next.lock.lock(); //~ add-gap: at.lock.unlock(); next.lock.lock();
            at.lock.unlock(); //~ add-gap:
            at = next;
        }
        at.lock.unlock();
        return false;
    }

    public boolean contains(int key) {
        Node at = root;
        at.lock.lock(); //~ contains-unlocked:
        while (at.key != key) {
            Node next = key < at.key ? at.left : at.right;
            if (next == null) {
                at.lock.unlock(); //~ contains-unlocked:
                return false;
            }
            next.lock.lock(); //~ contains-unlocked:
            at.lock.unlock(); //~ contains-unlocked:
            at = next;
        }
        at.lock.unlock(); //~ contains-unlocked:
        return true;
    }

    public boolean remove(int key) {
        Node parent = root;
        parent.lock.lock();
        Node at = parent.left;
        if (at == null) {
            parent.lock.unlock();
            return false;
        }
        at.lock.lock();
        while (at.key != key) {
            Node next = key < at.key ? at.left : at.right;
            if (next == null) {
                parent.lock.unlock();
                at.lock.unlock();
                return false;
            }
            next.lock.lock();
            parent.lock.unlock();
            parent = at;
            at = next;
        }
        if (at.left != null && at.right != null) {
            replaceBySuccessor(at);
        } else {
            Node child = at.left != null ? at.left : at.right;
            if (parent.left == at) parent.left = child;
            else parent.right = child;
        }
        at.lock.unlock();
        parent.lock.unlock();
        return true;
    }

    /** Takes the smallest key of the right subtree; the node is locked. */
    private static void replaceBySuccessor(Node node) {
        Node parent = node;
        Node at = node.right;
        at.lock.lock(); //~ successor-unlocked:
        while (at.left != null) {
            Node next = at.left;
            next.lock.lock(); //~ successor-unlocked:
            if (parent != node) parent.lock.unlock(); //~ successor-unlocked:
            parent = at;
            at = next;
        }
        node.key = at.key;
        if (parent == node) parent.right = at.right;
        else parent.left = at.right;
        at.lock.unlock(); //~ successor-unlocked:
        if (parent != node) parent.lock.unlock(); //~ successor-unlocked:
    }
}
