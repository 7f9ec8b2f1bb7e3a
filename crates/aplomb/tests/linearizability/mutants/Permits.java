package original;

import java.util.concurrent.atomic.AtomicInteger;

/** A semaphore that never waits. */
public class Permits {
    private final AtomicInteger left = new AtomicInteger(2);

    public boolean tryAcquire() {
        while (true) {
            int seen = left.get();
            if (seen == 0) return false;
            if (left.compareAndSet(seen, seen - 1)) return true; //~ acquire-blindly: left.set(seen - 1); return true; //~ acquire-decrement: left.decrementAndGet(); return true;
        }
    }

    public void release() {
        left.incrementAndGet(); //~ release-twice-read: left.set(left.get() + 1);
    }

    public int drain() {
        return left.getAndSet(0); //~ drain-apart: int all = left.get(); left.set(0); return all;
    }

    public int available() {
        return left.get();
    }
}
