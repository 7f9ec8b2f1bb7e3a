package original;

/** Three cells that are read at once: collected twice, until nothing has changed. */
public class Snapshot {
    private final Cell[] cells = {new Cell(), new Cell(), new Cell()};

    static final class Cell {
        volatile int value;
        volatile int version;
    }

    public void update(int at, int value) {
        Cell cell = cells[at % 3];
        synchronized (cell) {
            cell.version = cell.version + 1;
            cell.value = value;
            cell.version = cell.version + 1;
        }
    }

    private int[] versions() {
        return new int[] {cells[0].version, cells[1].version, cells[2].version}; //~ first-only: return new int[] {cells[0].version, 0, 0};
    }

    public String scan() {
        while (true) {
            int[] before = versions();
            String seen = cells[0].value + "," + cells[1].value + "," + cells[2].value;
            int[] after = versions(); //~ one-collect: int[] after = before;
            boolean quiet = true;
            for (int i = 0; i < 3; i++) quiet &= before[i] == after[i] && before[i] % 2 == 0; //~ last-only: quiet = before[2] == after[2] && before[2] % 2 == 0;
            if (quiet) return seen;
        }
    }
}
