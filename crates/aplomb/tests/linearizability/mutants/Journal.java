package original;

import java.util.concurrent.atomic.AtomicReference;

/** An immutable list behind a reference; readers may look at a copy that writers refresh. */
public class Journal {
    static final class Entry {
        final int value;
        final int length;
        final Entry before;

        Entry(int value, Entry before) {
            this.value = value;
            this.before = before;
            this.length = before == null ? 1 : before.length + 1;
        }
    }

    private final AtomicReference<Entry> last = new AtomicReference<>();
    private volatile Entry published;

    public int append(int value) {
        while (true) {
            Entry before = last.get();
            Entry entry = new Entry(value, before);
            if (last.compareAndSet(before, entry)) { //~ append-blindly: last.set(entry); {
                published = entry;
                return entry.length;
            }
        }
    }

    public int length() {
        Entry entry = last.get(); //~ stale-length: Entry entry = published;
        return entry == null ? 0 : entry.length;
    }

    public int newest() {
        Entry entry = last.get(); //~ stale-newest: Entry entry = published;
        return entry == null ? -1 : entry.value;
    }

    public int undo() {
        while (true) {
            Entry entry = last.get();
            if (entry == null) return -1;
            if (last.compareAndSet(entry, entry.before)) return entry.value; //~ undo-blindly: last.set(entry.before); return entry.value; //~ undo-twice: last.set(last.get() == null ? null : last.get().before); return entry.value;
        }
    }
}
