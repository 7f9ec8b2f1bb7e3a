/** Objects that become visible to others, early or late. */
public class Publication {
    private Box box;
    private volatile Box safe;
    private Leaky leaky;
    private final ThreadLocal<int[]> local = ThreadLocal.withInitial(() -> new int[1]);

    static class Box { int content; final int fixed; Box next; Box(int x) { content = x; fixed = x; } }
    class Leaky { final int x; Leaky() { leaky = this; x = 1; } }
    static class Lazy { static int made = 5; static int next() { return ++made; } }

    public void publish(int x) { box = new Box(x); }
    public int read() { Box b = box; return b == null ? -1 : b.content; }
    public void publishSafely(int x) { safe = new Box(x); }
    public int readSafely() { Box b = safe; return b == null ? -1 : b.content + b.fixed; }
    public void leak() { new Leaky(); }
    public int seeLeak() { Leaky l = leaky; return l == null ? -1 : l.x; }
    public int lazy() { return Lazy.next(); }
    public int local() { return ++local.get()[0]; }
    public int garbage(int n) { Box b = null; for (int i = 0; i < n; i++) { Box next = new Box(i); next.next = b; b = next; } return b.content; }
    public void churn() { Box b = new Box(1); box = b; box = null; }
}
