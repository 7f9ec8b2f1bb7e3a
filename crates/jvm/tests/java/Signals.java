import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.*;

/** Threads that wait for each other. */
public class Signals {
    private int value;
    private boolean ready;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Object a = new Object(), b = new Object();
    private final CountDownLatch latch = new CountDownLatch(1);
    private final Semaphore semaphore = new Semaphore(1);
    private volatile Thread parked;

    public synchronized void put(int x) { value = x; ready = true; notifyAll(); }
    public synchronized void putOne(int x) { value = x; ready = true; notify(); }
    public synchronized int take() throws InterruptedException { while (!ready) wait(); ready = false; return value; }
    public synchronized int takeTimed() throws InterruptedException { if (!ready) wait(10); return ready ? value : -1; }
    public void signal(int x) { lock.lock(); try { value = x; ready = true; filled.signal(); } finally { lock.unlock(); } }
    public int await() throws InterruptedException { lock.lock(); try { while (!ready) filled.await(); ready = false; return value; } finally { lock.unlock(); } }
    public void forward() { synchronized (a) { synchronized (b) { value++; } } }
    public void backward() { synchronized (b) { synchronized (a) { value++; } } }
    public int openLatch() { value = 7; latch.countDown(); return value; }
    public int awaitLatch() throws InterruptedException { latch.await(); return value; }
    public int guarded() throws InterruptedException { semaphore.acquire(); try { return ++value; } finally { semaphore.release(); } }
    public int park() { parked = Thread.currentThread(); while (!ready) LockSupport.park(this); return value; }
    public void unpark() { value = 9; ready = true; Thread t = parked; if (t != null) LockSupport.unpark(t); }
    public void notifyUnowned() { notify(); }

    public int fork() throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) { threads[i] = new Thread(() -> value = value + 1); threads[i].start(); }
        for (Thread t : threads) t.join();
        return value;
    }
}
