// holds
package outside;

/** What the initialiser of a class reads is what was configured when it ran. */
public class BootConfig {
    private static volatile int base = 3;

    private static class Derived {
        static final int[] TABLE = multiples(base);

        static int[] multiples(int of) {
            return new int[] {of, of * 2, of * 3};
        }
    }

    public void configure(int value) {
        base = value;
    }

    public int derived() {
        return Derived.TABLE[0] + Derived.TABLE[1] + Derived.TABLE[2];
    }
}
