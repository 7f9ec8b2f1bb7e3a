// violated
package outside;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Transfers in opposite directions wait for each other. */
public class Ledger {
    private static class Account {
        final Lock lock = new ReentrantLock();
        long cents = 100;
    }

    private final Account[] accounts = new Account[] {new Account(), new Account(), new Account(), new Account()};

    public void transfer(int from, int to) {
        if (from == to) {
            return;
        }
        accounts[from].lock.lock();
        try {
            accounts[to].lock.lock();
            try {
                accounts[from].cents -= 1;
                accounts[to].cents += 1;
            } finally {
                accounts[to].lock.unlock();
            }
        } finally {
            accounts[from].lock.unlock();
        }
    }
}
