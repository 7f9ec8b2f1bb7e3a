// violated
package outside;

import java.util.LinkedList;

/** Waits with `if`: somebody else may have taken the job meanwhile. */
public class JobQueue {
    private final LinkedList<String> jobs = new LinkedList<>();

    public synchronized void submit(String job) {
        jobs.addLast(job);
        notify();
    }

    public synchronized String next() throws InterruptedException {
        if (jobs.isEmpty()) {
            wait();
        }
        return jobs.removeFirst();
    }
}
