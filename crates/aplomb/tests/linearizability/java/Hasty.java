package samples;

/** Looks before it leaps, but not again. */
public class Hasty {
    private volatile String value = "full";

    public int take() {
        if (value == null) {
            return -1;
        }
        int length = value.length();
        value = null;
        return length;
    }
}
