/** Classes that are initialised while clients run, and what their initialisers depend on. */
public class Initialisers {
    static int setting;

    static class ReadsSetting {
        static final int SEEN = compute();

        static int compute() {
            return setting;
        }
    }

    public void set(int value) {
        setting = value;
    }

    public int seen() {
        return ReadsSetting.SEEN;
    }

    static class One {
        static final int VALUE = Other.VALUE + 1;
        static int own = 1;
    }

    static class Other {
        static final int VALUE = One.own + 1;
    }

    /** Each needs the other: two threads that begin at different ends wait for each other. */
    public int one() {
        return One.VALUE;
    }

    public int other() {
        return Other.VALUE;
    }

    static class Base {
        static final int VALUE = Derived.number() + 1;
    }

    static class Derived extends Base {
        static int own = 5;

        static int number() {
            return own;
        }
    }

    /** A superclass that needs its subclass, which is taken before its superclass is. */
    public int base() {
        return Base.VALUE;
    }

    public int derived() {
        return Derived.number();
    }

    static class Broken {
        static int value = 1 / zero();

        static int zero() {
            return 0;
        }
    }

    static class Heir extends Broken {
        static int own = Integer.parseInt("7");
    }

    static class LateHeir extends Broken {
        static int own = Integer.parseInt("8");
    }

    public int heir() {
        return Heir.own;
    }

    public int lateHeir() {
        return LateHeir.own;
    }

    static class Independent {
        static final int[] TABLE = {4, 5};
    }

    public int table(int at) {
        return Independent.TABLE[at];
    }
}
