package racy;

/** Two accounts with a lock each. */
public class Bank {
    private final Object firstLock = new Object();
    private final Object secondLock = new Object();
    private int first = 10;
    private int second;

    public void transfer(int amount) {
        synchronized (firstLock) {
            first -= amount; //[
        }
        synchronized (secondLock) {
            second += amount; //]
        }
    }

    public int total() {
        synchronized (firstLock) {
            synchronized (secondLock) {
                return first + second;
            }
        }
    }
}
