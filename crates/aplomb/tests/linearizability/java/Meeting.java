package samples;

import java.util.concurrent.locks.ReentrantLock;

/** Two locks, taken in the order of the arguments. */
public class Meeting {
    private final ReentrantLock[] locks = {new ReentrantLock(), new ReentrantLock()};

    public void meet(int one, int other) {
        locks[one].lock();
        locks[other].lock();
        locks[other].unlock();
        locks[one].unlock();
    }
}
