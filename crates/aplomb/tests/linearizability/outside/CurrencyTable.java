// holds
package outside;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Rates live in a holder class that is initialised when somebody first asks. */
public class CurrencyTable {
    private static class Holder {
        static final Map<String, Integer> RATES = new ConcurrentHashMap<>(Map.of("a", 7, "b", 9));
    }

    public Integer rate(String currency) {
        return Holder.RATES.get(currency);
    }

    public Integer publish(String currency, int rate) {
        return Holder.RATES.put(currency, rate);
    }
}
