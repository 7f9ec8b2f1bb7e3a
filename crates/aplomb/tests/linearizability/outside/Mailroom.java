// violated
package outside;

/** One shelf; whoever is woken may be the wrong one, and then nobody is woken any more. Takes three threads. */
public class Mailroom {
    private Integer parcel;

    public synchronized void put(int number) throws InterruptedException {
        while (parcel != null) {
            wait();
        }
        parcel = number;
        notify();
    }

    public synchronized int take() throws InterruptedException {
        while (parcel == null) {
            wait();
        }
        int number = parcel;
        parcel = null;
        notify();
        return number;
    }
}
