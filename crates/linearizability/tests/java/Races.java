package samples;

/** Returns nothing that tells threads apart, but not all accesses are ordered. */
class Whiteboard {
    private int mark;
    private int note;
    private volatile boolean gate;
    private volatile int ticket;

    /** Ordered by nothing. */
    public void scribble() {
        mark = 1;
    }

    public synchronized void write() {
        mark = 1;
    }

    public synchronized int read() {
        return mark * 0;
    }

    /** Ordered only if somebody has opened the gate. */
    public int peek() {
        return gate ? mark * 0 : 0;
    }

    public void open() {
        note = 1;
        gate = true;
    }

    /** The lock is given back before the note is read. */
    public int late() {
        synchronized (this) {
            ticket = 1;
        }
        return note * 0;
    }

    public int careful() {
        return gate ? note * 0 : 0;
    }

    public void busy() {
        ticket = 1;
        ticket = 1;
    }
}
