import java.util.Arrays;

/** Copies of what others are writing. */
public class Copies implements Cloneable {
    private final int[] cells = new int[2];
    private int left;
    private int right;

    public void both(int x) { cells[0] = x; cells[1] = x; }
    public int[] cloned() { return cells.clone(); }
    public int[] copied() { return Arrays.copyOf(cells, 2); }
    public int[] moved() { System.arraycopy(cells, 0, cells, 1, 1); return new int[] {cells[0], cells[1]}; }
    public void fill(int x) { left = x; right = x; }
    public int twin() throws CloneNotSupportedException {
        Copies twin = (Copies) clone();
        return 10 * twin.left + twin.right;
    }
}
