// holds
package outside;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** Computes each square once, as in Java Concurrency in Practice. */
public class Memoizer {
    private final ConcurrentMap<Integer, FutureTask<Integer>> tasks = new ConcurrentHashMap<>();
    private final AtomicInteger computed = new AtomicInteger();

    public int square(int n) throws InterruptedException, ExecutionException {
        FutureTask<Integer> task = tasks.get(n);
        if (task == null) {
            FutureTask<Integer> fresh = new FutureTask<>(() -> compute(n));
            task = tasks.putIfAbsent(n, fresh);
            if (task == null) {
                task = fresh;
                fresh.run();
            }
        }
        return task.get();
    }

    private int compute(int n) {
        computed.incrementAndGet();
        return n * n;
    }
}
