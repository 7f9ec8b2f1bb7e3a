package original;

import java.util.concurrent.atomic.AtomicReference;

/** The two largest numbers that were ever offered. */
public class TopTwo {
    private record Pair(int first, int second) {}

    private final AtomicReference<Pair> top = new AtomicReference<>(new Pair(-1, -1));

    public boolean offer(int number) {
        while (true) {
            Pair seen = top.get();
            if (number <= seen.second()) return false;
            Pair next = number > seen.first() ? new Pair(number, seen.first()) : new Pair(seen.first(), number);
            if (top.compareAndSet(seen, next)) return true; //~ offer-blindly: top.set(next); return true; //~ offer-reread: if (top.compareAndSet(top.get(), next)) return true;
        }
    }

    public String both() {
        Pair seen = top.get();
        return seen.first() + ", " + seen.second(); //~ both-twice: return seen.first() + ", " + top.get().second();
    }

    public int forget() {
        Pair seen = top.getAndSet(new Pair(-1, -1)); //~ forget-apart: Pair seen = top.get(); top.set(new Pair(-1, -1));
        return seen.first();
    }
}
