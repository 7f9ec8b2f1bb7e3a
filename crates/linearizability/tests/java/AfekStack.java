package samples;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A stack after Afek, Gafni and Morrison, wrong in one place: pop reads an element and clears it in two
 * steps.
 */
public class AfekStack {
    private final AtomicInteger range = new AtomicInteger();
    private final Object[] items = new Object[8];

    public void push(Object x) {
        int i = range.getAndIncrement();
        items[i] = x;
    }

    public Object pop() {
        Object x = null;
        for (int i = range.get() - 1; i >= 0; i--) {
            x = items[i];
            items[i] = null;
            if (x != null) {
                break;
            }
        }
        return x;
    }
}
