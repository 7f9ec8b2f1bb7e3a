// holds
package outside;

import java.util.concurrent.atomic.AtomicReference;

public class OrderState {
    public enum State { NEW, PAID, SHIPPED, CANCELLED }

    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

    public boolean pay() {
        return state.compareAndSet(State.NEW, State.PAID);
    }

    public boolean ship() {
        return state.compareAndSet(State.PAID, State.SHIPPED);
    }

    public boolean cancel() {
        return state.compareAndSet(State.NEW, State.CANCELLED)
                || state.compareAndSet(State.PAID, State.CANCELLED);
    }

    public State state() {
        return state.get();
    }
}
