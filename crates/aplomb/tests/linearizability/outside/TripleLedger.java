// violated
package outside;

/** Accounts are locked one after the other and given back early: money that jumps over the reader counts twice. Takes three accounts. */
public class TripleLedger {
    private static final class Account {
        int balance = 10;
    }

    private final Account[] accounts = {new Account(), new Account(), new Account()};

    public void move(int from, int to) {
        int source = Math.floorMod(from, 3);
        int target = Math.floorMod(to, 3);
        Account first = accounts[Math.min(source, target)];
        Account second = accounts[Math.max(source, target)];
        synchronized (first) {
            synchronized (second) {
                accounts[source].balance--;
                accounts[target].balance++;
            }
        }
    }

    public int total() {
        int sum;
        synchronized (accounts[0]) {
            synchronized (accounts[1]) {
                sum = accounts[0].balance + accounts[1].balance;
            }
        }
        synchronized (accounts[2]) {
            sum += accounts[2].balance;
        }
        return sum;
    }
}
