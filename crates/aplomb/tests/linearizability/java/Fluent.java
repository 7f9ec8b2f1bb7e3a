package samples;

/** Every call returns the object itself, which others go on changing. */
public class Fluent {
    private int sum;

    public synchronized Fluent add(int number) {
        sum += number + 1;
        return this;
    }

    @Override
    public synchronized String toString() {
        return "sum " + sum;
    }
}
