// violated
package outside;

/** Rows are changed under a lock and copied without it. */
public class Grid {
    private final int[][] rows = new int[2][2];

    public synchronized void fill(int value) {
        for (int[] row : rows) {
            row[0] = value;
            row[1] = value;
        }
    }

    public int[] diagonal() {
        return new int[] {rows[0][0], rows[1][1]};
    }
}
