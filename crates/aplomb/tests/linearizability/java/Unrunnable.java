package samples;

/** Each method does something that cannot be run, or not to its end. */
public class Unrunnable {
    private volatile int field;

    public native int outside();

    public int throughAnother() {
        return outside();
    }

    public int forever() {
        int turns = 0;
        while (true) {
            turns++;
        }
    }

    public int waiting() {
        while (field == 0) {
        }
        return field;
    }

    public int reflection() {
        return Unrunnable.class.getMethods().length;
    }

    public String[] files() {
        return new java.io.File(".").list();
    }

    public void memory() {
        int[][] all = new int[1000][];
        for (int index = 0; index < all.length; index++) {
            all[index] = new int[1_000_000];
        }
    }

    /** Only if two threads meet does it do what cannot be run. */
    public int together() {
        int before = field;
        field = before + 1;
        return field == before + 1 ? 0 : outside();
    }
}
