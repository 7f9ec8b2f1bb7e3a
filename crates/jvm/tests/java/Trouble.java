/** What the machine must refuse with a clear answer. */
public class Trouble {
    private int x;
    public native int missing();
    public int callsNative() { return helper(); }
    private int helper() { return missing(); }
    public int spin() { int i = 0; while (true) { i++; if (i < 0) i = 0; } }
    public int spinVisible() { while (x == 0) { } return x; }
    public int reflect() { return String.class.getMethods().length; }
    public int recursion() { return recursion() + 1; }
    public void fails() { throw new IllegalStateException("no"); }
    public int exit() { System.exit(1); return 1; }
    public synchronized void waits() throws InterruptedException { wait(); }
}
