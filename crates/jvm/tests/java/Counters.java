import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** One counter, incremented in many ways. */
public class Counters {
    private int plain;
    private volatile int flag;
    private static int shared;
    private final AtomicInteger atomic = new AtomicInteger();
    private final LongAdder adder = new LongAdder();
    private final AtomicReference<Integer> reference = new AtomicReference<>(0);
    private final AtomicIntegerArray array = new AtomicIntegerArray(2);
    private volatile int updated;
    private static final AtomicIntegerFieldUpdater<Counters> UPDATER = AtomicIntegerFieldUpdater.newUpdater(Counters.class, "updated");
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
    private final StampedLock stamped = new StampedLock();
    private final int[] cells = new int[2];

    public int plain() { return ++plain; }
    public synchronized int monitor() { return ++plain; }
    public int block() { synchronized (this) { return ++plain; } }
    public static synchronized int classMonitor() { return ++shared; }
    public static int racyStatic() { return ++shared; }
    public int atomic() { return atomic.incrementAndGet(); }
    public long adder() { adder.increment(); return adder.sum(); }
    public int reference() { return reference.updateAndGet(x -> x + 1); }
    public int array() { return array.incrementAndGet(1); }
    public int updater() { return UPDATER.incrementAndGet(this); }
    public int locked() { lock.lock(); try { return ++plain; } finally { lock.unlock(); } }
    public int reentrant() { lock.lock(); try { return locked(); } finally { lock.unlock(); } }
    public int tryLocked() { if (!lock.tryLock()) return -1; try { return ++plain; } finally { lock.unlock(); } }
    public int writeLocked() { readWrite.writeLock().lock(); try { return ++plain; } finally { readWrite.writeLock().unlock(); } }
    public int readLocked() { readWrite.readLock().lock(); try { return plain; } finally { readWrite.readLock().unlock(); } }
    public int element() { return ++cells[1]; }

    public int stampedWrite() { long s = stamped.writeLock(); try { return ++plain; } finally { stamped.unlockWrite(s); } }

    public int stampedRead() {
        long s = stamped.tryOptimisticRead();
        int seen = plain;
        if (stamped.validate(s)) return seen;
        s = stamped.readLock();
        try { return plain; } finally { stamped.unlockRead(s); }
    }

    public int throwsInMonitor() { synchronized (this) { int x = ++plain; if (x == 1) throw new IllegalStateException(); return x; } }
}
