// holds
package outside;

import java.util.EnumMap;

/** An enum walks round and is counted. */
public class TrafficLight {
    public enum Colour { RED, GREEN, YELLOW }

    private final EnumMap<Colour, Integer> seen = new EnumMap<>(Colour.class);
    private Colour colour = Colour.RED;

    public synchronized Colour advance() {
        colour = switch (colour) {
            case RED -> Colour.GREEN;
            case GREEN -> Colour.YELLOW;
            case YELLOW -> Colour.RED;
        };
        seen.merge(colour, 1, Integer::sum);
        return colour;
    }

    public synchronized String seen(Colour which) {
        return which + "=" + seen.getOrDefault(which, 0) + " of " + seen;
    }
}
