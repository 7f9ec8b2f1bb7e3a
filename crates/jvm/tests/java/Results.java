import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What operations return, besides numbers. */
public class Results {
    private final int[] cells = new int[2];
    private final StringBuilder told = new StringBuilder();

    record Range(int from, long to) {}

    static final class Pair {
        final int first;
        Object second;

        Pair(int first, Object second) {
            this.first = first;
            this.second = second;
        }
    }

    /** The object itself, whatever others did to it meanwhile. */
    public synchronized Results fluent() {
        cells[0]++;
        return this;
    }

    @Override
    public String toString() {
        return "Results with " + cells[0];
    }

    public void fill(int value) {
        cells[0] = value;
        cells[1] = value;
    }

    /** Two reads: others may come in between. */
    public int[] copy() {
        return new int[] {cells[0], cells[1]};
    }

    /** No copy at all: what it holds is looked at when it is returned. */
    public int[] cells() {
        return cells;
    }

    public Object pair() {
        return new Pair(1, new int[][] {{2}, null});
    }

    public Object circle() {
        Pair pair = new Pair(1, null);
        pair.second = pair;
        return pair;
    }

    public Object range() {
        return new Range(1, 2);
    }

    public List<Object> list() {
        List<Object> list = new ArrayList<>();
        list.add(new int[] {1, 2});
        list.add(new Pair(3, "four"));
        list.add('x');
        return list;
    }

    public Iterator<Integer> iterator() {
        return List.of(1).iterator();
    }

    public char[] letters() {
        return new char[] {'a', 'b'};
    }

    public boolean[] flags() {
        return new boolean[] {true, false};
    }

    public synchronized StringBuilder tell() {
        return told.append("a");
    }

    public synchronized void tellMore() {
        told.append("b");
    }
}
