// holds
package outside;

/** One place, filled and emptied, and everybody is woken. */
public class FairSlot {
    private Integer letter;

    public synchronized void put(int value) throws InterruptedException {
        while (letter != null) {
            wait();
        }
        letter = value;
        notifyAll();
    }

    public synchronized int take() throws InterruptedException {
        while (letter == null) {
            wait();
        }
        int value = letter;
        letter = null;
        notifyAll();
        return value;
    }
}
