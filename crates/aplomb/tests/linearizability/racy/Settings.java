package racy;

import java.util.concurrent.atomic.AtomicInteger;

/** Made when somebody asks for the first time. */
public class Settings {
    private final AtomicInteger made = new AtomicInteger();
    private volatile Integer instance;

    public int get() {
        if (instance == null) { //[
            instance = made.incrementAndGet(); //]
        }
        return instance;
    }
}
