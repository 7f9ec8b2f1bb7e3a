// holds
package outside;

/** Transfers take both locks in the order of the accounts. */
public class Accounts {
    private static final class Account {
        int balance = 2;
    }

    private final Account[] accounts = {new Account(), new Account(), new Account(), new Account()};

    public boolean transfer(int from, int to, int amount) {
        if (from == to) {
            return false;
        }
        Account first = accounts[Math.min(from, to)];
        Account second = accounts[Math.max(from, to)];
        synchronized (first) {
            synchronized (second) {
                if (accounts[from].balance < amount) {
                    return false;
                }
                accounts[from].balance -= amount;
                accounts[to].balance += amount;
                return true;
            }
        }
    }

    public int balance(int account) {
        synchronized (accounts[account]) {
            return accounts[account].balance;
        }
    }
}
