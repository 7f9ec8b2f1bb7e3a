package samples;

/** A reader that asks while somebody writes may answer with what it was told before. */
public class Lagging {
    private volatile int count;
    private volatile int shown;

    public void increment() {
        synchronized (this) {
            count = count + 1;
        }
        // The display is brought up to date after a moment, perhaps by somebody else.
        refresh();
    }

    private void refresh() {
        int now = count;
        if (now > shown) {
            shown = now;
        }
    }

    public int get() {
        return shown;
    }
}
