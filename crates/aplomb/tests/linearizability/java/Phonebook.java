package samples;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A number that is read under one lock, and written under another. */
public class Phonebook {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int number;

    public int renumber() {
        int seen;
        lock.readLock().lock();
        try {
            seen = number;
        } finally {
            lock.readLock().unlock();
        }
        lock.writeLock().lock();
        try {
            number = seen + 1;
            return number;
        } finally {
            lock.writeLock().unlock();
        }
    }

    public int number() {
        lock.readLock().lock();
        try {
            return number;
        } finally {
            lock.readLock().unlock();
        }
    }
}
