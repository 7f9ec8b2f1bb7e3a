// holds
package outside;

import java.util.concurrent.ConcurrentHashMap;

/** Everything about one account happens inside compute. */
public class Balances {
    private final ConcurrentHashMap<String, Integer> cents = new ConcurrentHashMap<>();

    public int deposit(String account, int amount) {
        return cents.merge(account, amount, Integer::sum);
    }

    public boolean withdraw(String account, int amount) {
        boolean[] done = new boolean[1];
        cents.compute(account, (name, old) -> {
            if (old == null || old < amount) {
                return old;
            }
            done[0] = true;
            return old == amount ? null : old - amount;
        });
        return done[0];
    }
}
