package samples;

public class Needing {
    public int value() {
        return new Missing().value();
    }
}
