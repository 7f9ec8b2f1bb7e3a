// violated
package outside;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Elements are swapped through a handle, a pair of them not at once. */
public class HandleArray {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
    private final long[] pair = new long[2];

    public long left(int value) {
        return (long) ELEMENT.getAndSet(pair, 0, (long) value);
    }

    public long right(int value) {
        return (long) ELEMENT.getAndAdd(pair, 1, (long) value);
    }

    public String both() {
        return ELEMENT.getVolatile(pair, 0) + "/" + ELEMENT.getVolatile(pair, 1);
    }
}
