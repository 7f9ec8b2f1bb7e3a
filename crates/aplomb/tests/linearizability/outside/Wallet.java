// holds
package outside;

import java.util.concurrent.atomic.AtomicReference;

/** An immutable record behind one reference, replaced as a whole. */
public class Wallet {
    public record Money(String currency, long cents) {
        Money plus(long more) {
            return new Money(currency, cents + more);
        }
    }

    private final AtomicReference<Money> money = new AtomicReference<>(new Money("EUR", 0));

    public Money deposit(int cents) {
        return money.updateAndGet(it -> it.plus(cents));
    }

    public Money look() {
        return money.get();
    }
}
