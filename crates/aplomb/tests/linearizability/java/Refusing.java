package samples;

/** Nothing that it does comes to an end. */
public class Refusing {
    public void dare(int value) {
        throw new IllegalStateException("no");
    }
}
