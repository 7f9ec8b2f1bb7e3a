// holds
package outside;

import java.util.Arrays;

/** Listeners in an array that is never changed, only replaced. */
public class SnapshotRegistry {
    private volatile String[] names = new String[0];

    public synchronized boolean register(String name) {
        String[] old = names;
        if (Arrays.asList(old).contains(name)) {
            return false;
        }
        String[] longer = Arrays.copyOf(old, old.length + 1);
        longer[old.length] = name;
        names = longer;
        return true;
    }

    public synchronized boolean unregister(String name) {
        String[] old = names;
        int place = Arrays.asList(old).indexOf(name);
        if (place < 0) {
            return false;
        }
        String[] shorter = new String[old.length - 1];
        System.arraycopy(old, 0, shorter, 0, place);
        System.arraycopy(old, place + 1, shorter, place, shorter.length - place);
        names = shorter;
        return true;
    }

    public String[] all() {
        return names.clone();
    }

    public int count() {
        return names.length;
    }
}
