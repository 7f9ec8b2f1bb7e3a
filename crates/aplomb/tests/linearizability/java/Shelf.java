package samples;

import java.util.concurrent.atomic.AtomicInteger;

/** Things one above the other. Two people may take the same thing. */
public class Shelf {
    private final AtomicInteger used = new AtomicInteger();
    private final Object[] places = new Object[8];

    public void put(Object thing) {
        int place = used.getAndIncrement();
        places[place] = thing;
    }

    public Object take() {
        for (int place = used.get() - 1; place >= 0; place--) {
            Object thing = places[place];
            places[place] = null;
            if (thing != null) {
                return thing;
            }
        }
        return null;
    }
}
