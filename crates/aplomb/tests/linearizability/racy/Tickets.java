package racy;

/** Check, then act. */
public class Tickets {
    private volatile int left = 1;

    public boolean buy() {
        if (left > 0) { //[
            left = left - 1; //]
            return true;
        }
        return false;
    }

    public int left() {
        return left;
    }
}
