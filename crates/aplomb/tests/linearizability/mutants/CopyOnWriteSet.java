package original;

import java.util.Arrays;

/** A set in an array that is replaced whenever it changes. */
public class CopyOnWriteSet {
    private volatile int[] elements = {};

    private static int find(int[] elements, int element) {
        for (int i = 0; i < elements.length; i++) {
            if (elements[i] == element) return i;
        }
        return -1;
    }

    public boolean add(int element) {
        synchronized (this) { //~ add-unlocked: {
            int[] now = elements;
            if (find(now, element) >= 0) return false;
            int[] next = Arrays.copyOf(now, now.length + 1);
            next[now.length] = element;
            elements = next;
            return true;
        }
    }

    public boolean remove(int element) {
        synchronized (this) { //~ remove-found-before: int at = find(elements, element); if (at < 0) return false; synchronized (this) {
            int[] now = elements;
            int at = find(now, element); //~ remove-found-before: if (at >= now.length) return false;
            if (at < 0) return false;
            int[] next = new int[now.length - 1];
            System.arraycopy(now, 0, next, 0, at);
            System.arraycopy(now, at + 1, next, at, next.length - at);
            elements = next;
            return true;
        }
    }

    public int size() {
        return elements.length;
    }

    public String all() {
        int[] now = elements; //~ all-in-place: StringBuilder text = new StringBuilder(); for (int i = 0; i < elements.length; i++) text.append(elements[i]).append(' '); if (true) return text.toString(); int[] now = elements;
        StringBuilder text = new StringBuilder(); //~ all-in-place: StringBuilder other = new StringBuilder();
        for (int element : now) text.append(element).append(' ');
        return text.toString();
    }
}
