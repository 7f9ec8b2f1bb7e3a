package original;

import java.util.concurrent.atomic.AtomicInteger;

/** A total that is added to by way of two slots; who finds both taken takes the long way. */
public class Slots {
    private final AtomicInteger[] slots = {new AtomicInteger(), new AtomicInteger()};
    private final AtomicInteger total = new AtomicInteger();

    public int add(int by) {
        for (AtomicInteger slot : slots) {
            if (slot.compareAndSet(0, 1)) {
                int sum = total.addAndGet(by + 1);
                slot.set(0);
                return sum;
            }
        }
        return total.addAndGet(by + 1); //~ long-way-apart: int sum = total.get() + by + 1; total.set(sum); return sum; //~ long-way-blind: total.addAndGet(by + 1); return total.get();
    }

    public int total() {
        return total.get(); //~ total-if-idle: return slots[0].get() + slots[1].get() == 2 ? 0 : total.get();
    }
}
