package samples;

import java.util.concurrent.atomic.AtomicBoolean;

/** Whoever comes second spins for ever. */
public class Stubborn {
    private final AtomicBoolean taken = new AtomicBoolean();

    public void enter() {
        while (!taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
    }

    public void pass() {
        enter();
        taken.set(false);
    }

    public void passOnlyAlone() {
        if (taken.compareAndSet(false, true)) {
            taken.set(false);
        } else {
            while (true) {
                taken.get();
            }
        }
    }
}
