package original;

import java.util.ArrayDeque;

/** A queue that keeps small backlogs in fields and larger ones in a deque. */
public class Backlog {
    private Integer first;
    private Integer second;
    private final ArrayDeque<Integer> more = new ArrayDeque<>();

    public void add(int task) {
        synchronized (this) {
            if (first == null) {
                first = task;
                return;
            }
            if (second == null) {
                second = task;
                return;
            }
            more.add(task); //~ third-late:
        }
        //~ third-late: more.add(task);
    }

    public Integer next() {
        synchronized (this) {
            Integer task = first;
            first = second;
            second = more.poll();
            return task;
        }
    }

    public int length() {
        synchronized (this) { //~ length-unlocked: {
            return (first == null ? 0 : 1) + (second == null ? 0 : 1) + more.size();
        }
    }
}
