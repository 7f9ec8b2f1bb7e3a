// violated
package outside;

/** A record behind a volatile field, and two writers that each keep the other half. */
public class PriceRange {
    public record Range(int low, int high) {}

    private volatile Range range = new Range(5, 5);

    public void low(int value) {
        range = new Range(value, range.high());
    }

    public void high(int value) {
        range = new Range(range.low(), value);
    }

    public Range range() {
        return range;
    }
}
