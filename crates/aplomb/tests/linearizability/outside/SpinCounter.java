// holds
package outside;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A spin lock made of one field. */
public class SpinCounter {
    private static final VarHandle LOCKED;

    static {
        try {
            LOCKED = MethodHandles.lookup().findVarHandle(SpinCounter.class, "locked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private boolean locked;
    private int count;

    public int next() {
        while (!LOCKED.compareAndSet(this, false, true)) {
            Thread.onSpinWait();
        }
        int value = ++count;
        LOCKED.setRelease(this, false);
        return value;
    }

    public int peek() {
        while (!LOCKED.weakCompareAndSetAcquire(this, false, true)) {
            Thread.onSpinWait();
        }
        int value = count;
        LOCKED.setRelease(this, false);
        return value;
    }
}
