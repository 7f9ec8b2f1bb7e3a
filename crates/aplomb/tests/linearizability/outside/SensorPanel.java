// violated
package outside;

/** Every report is a single write, but a snapshot copies one reading after the other. */
public class SensorPanel {
    private final int[] readings = new int[2];

    public void report(boolean inside, int degrees) {
        readings[inside ? 0 : 1] = degrees;
    }

    public int[] snapshot() {
        return readings.clone();
    }
}
