// violated
package outside;

/** One place, filled and emptied; whoever is woken may be of the wrong kind, with three threads. */
public class MailSlot {
    private Integer letter;

    public synchronized void put(int value) throws InterruptedException {
        while (letter != null) {
            wait();
        }
        letter = value;
        notify();
    }

    public synchronized int take() throws InterruptedException {
        while (letter == null) {
            wait();
        }
        int value = letter;
        letter = null;
        notify();
        return value;
    }
}
