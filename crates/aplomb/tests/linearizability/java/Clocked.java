package samples;

/** Tells whether some time has passed since it was made. */
public class Clocked {
    private final long made = System.nanoTime();

    public synchronized boolean isOld() {
        return System.nanoTime() - made > 1_000_000_000L;
    }
}
