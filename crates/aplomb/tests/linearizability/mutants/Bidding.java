package original;

/** The best bid so far, and who made it. */
public class Bidding {
    private int best = -1;
    private int bidder = -1;

    public boolean bid(int who, int amount) {
        if (amount < 0) return false;
        synchronized (this) { //~ check-outside: if (amount <= best) return false; synchronized (this) { //~ bid-unlocked: {
            if (amount <= best) return false; //~ check-outside: {}
            best = amount;
            bidder = who;
            return true;
        }
    }

    public String winner() {
        synchronized (this) { //~ winner-unlocked: {
            return bidder + " bids " + best;
        }
    }

    public int withdraw(int who) {
        synchronized (this) { //~ withdraw-outside: if (bidder != who) return 0; synchronized (this) {
            if (bidder != who) return 0; //~ withdraw-outside: {}
            int was = best;
            bidder = -1;
            best = -1;
            return was;
        }
    }
}
