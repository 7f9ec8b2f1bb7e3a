// violated
package outside;

/** Each thread reads the replica that is its own; one may still be old when the other is new. Takes three threads and real time. */
public class ReplicatedSetting {
    private volatile int first;
    private volatile int second;

    public synchronized void set(int value) {
        first = value;
        second = value;
    }

    public int get() {
        return Thread.currentThread().getId() % 2 == 0 ? first : second;
    }
}
