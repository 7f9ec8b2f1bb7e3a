package samples;

import java.util.concurrent.ThreadLocalRandom;

/** Remembers the highest throw. */
public class Dice {
    private int highest;

    public synchronized int roll() {
        highest = Math.max(highest, 1 + ThreadLocalRandom.current().nextInt(6));
        return highest;
    }
}
