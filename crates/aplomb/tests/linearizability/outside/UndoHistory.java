// violated
package outside;

import java.util.concurrent.atomic.AtomicReference;

/** Pushes correctly, but takes the top away with a plain set. */
public class UndoHistory {
    private static final class Edit {
        final int id;
        final Edit before;

        Edit(int id, Edit before) {
            this.id = id;
            this.before = before;
        }
    }

    private final AtomicReference<Edit> last = new AtomicReference<>();

    public void edit(int id) {
        last.updateAndGet(before -> new Edit(id, before));
    }

    public int undo() {
        Edit edit = last.get();
        if (edit == null) {
            return -1;
        }
        last.set(edit.before);
        return edit.id;
    }
}
