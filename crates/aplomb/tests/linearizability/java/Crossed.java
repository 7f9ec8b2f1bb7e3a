package samples;

/** Numbers with a lock each, one of which is looked at before its lock is taken. */
public class Crossed {
    private final Object[] locks = {new Object(), new Object()};
    private final int[] numbers = new int[2];

    public int next() {
        int seen = numbers[0];
        synchronized (locks[0]) {
            numbers[0] = seen + 1;
        }
        return seen;
    }

    public int read() {
        synchronized (locks[0]) {
            return numbers[0];
        }
    }
}
