package samples;

import java.util.concurrent.locks.ReentrantLock;

/** Two accounts whose locks are taken in the order in which they are named. */
class Accounts {
    private final int[] balances = {10, 10};
    private final ReentrantLock[] locks = {new ReentrantLock(), new ReentrantLock()};

    public boolean transfer(int from, int to) {
        if (from == to) {
            return true;
        }
        locks[from].lock();
        locks[to].lock();
        try {
            balances[from]--;
            balances[to]++;
            return true;
        } finally {
            locks[to].unlock();
            locks[from].unlock();
        }
    }
}
