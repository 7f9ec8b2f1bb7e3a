import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.math.BigInteger;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

/** What programs use of the library: a real JVM and the machine must agree on each text. */
public class Library {
    public static void main(String[] names) throws Exception {
        Language.print(Library.class);
    }

    public String formats() {
        return String.format("%d-%s-%05d|%5s|%-5s|%x|%X|%c|%b|%%", 7, "a", 42, "r", "l", 255, -1L, 'c', true)
            + String.format("%,d %+d %(d %o %2$s %1$s %.3s", 1234567, 5, -6, 8, "abcdef")
            + "%s and %s".formatted(List.of(1, 2), null) + String.format("%S %B", "up", null);
    }

    public String decimals() {
        return String.format("%.2f %f %8.3f %08.1f %.0f %.1f", 1.005, 2.0, Math.PI, -2.25, 2.5, 0.05f);
    }

    public String missingArgument() {
        return String.format("%s %s", 1);
    }

    public String wrongArgument() {
        return String.format("%d", "text");
    }

    public String unknownConversion() {
        return String.format("%q", 1);
    }

    record Point(int x, int y) {}

    public String streams() {
        List<Integer> numbers = Stream.of(3, 1, 2, 3).distinct().sorted(Comparator.reverseOrder()).toList();
        Map<Boolean, List<Integer>> halves = IntStream.rangeClosed(1, 6).boxed().collect(Collectors.partitioningBy(i -> i % 2 == 0));
        Map<Integer, Long> lengths = Stream.of("a", "bb", "cc").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting()));
        return numbers + " " + halves + " " + lengths + " " + Stream.iterate(1, i -> i * 2).limit(5).reduce(0, Integer::sum)
            + " " + IntStream.of(4, 5).average().getAsDouble() + " " + Stream.of(new Point(1, 2)).map(Point::toString).collect(Collectors.joining(";"))
            + " " + Stream.of(List.of(1), List.of(2, 3)).flatMap(List::stream).mapToInt(Integer::intValue).max().orElse(-1)
            + " " + Arrays.stream(new int[] {1, 2, 3}).map(i -> i * i).boxed().collect(Collectors.toSet()).size()
            + " " + Stream.of(1, 2, 3, 4).takeWhile(i -> i < 3).skip(1).findFirst().get() + Stream.of(1, 2).anyMatch(i -> i > 1);
    }

    public String collections() {
        Deque<Integer> deque = new ArrayDeque<>(List.of(1, 2, 3));
        deque.addFirst(0);
        deque.removeLast();
        PriorityQueue<String> queue = new PriorityQueue<>(List.of("c", "a", "b"));
        TreeMap<String, Integer> tree = new TreeMap<>(Map.of("x", 1, "y", 2));
        LinkedHashMap<Integer, Integer> recent = new LinkedHashMap<>(4, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) { return size() > 2; }
        };
        recent.put(1, 1); recent.put(2, 2); recent.get(1); recent.put(3, 3);
        List<Integer> list = new ArrayList<>(List.of(5, 3, 4));
        Collections.sort(list);
        Collections.reverse(list);
        list.removeIf(i -> i == 4);
        list.replaceAll(i -> i + 1);
        return deque + " " + queue.poll() + " " + tree.floorKey("xx") + tree.headMap("y") + tree.descendingMap() + " " + recent.keySet() + " " + list
            + " " + new HashSet<>(List.of(1, 2)).containsAll(Set.of(2)) + " " + Collections.unmodifiableList(list) + " " + Collections.nCopies(2, "n")
            + " " + new LinkedList<>(List.of(1, 2)).peekLast() + " " + list.subList(0, 1) + " " + Collections.max(list) + new BitSet(3) + Arrays.asList(1, 2).indexOf(2)
            + new IdentityHashMap<>(Map.of(1, 2)).size() + new WeakHashMap<>(Map.of(1, 2)) + new Stack<>() + new Vector<>(List.of(1));
    }

    public String immutable() {
        try {
            List.of(1).add(2);
            return "added";
        } catch (UnsupportedOperationException e) {
            return List.copyOf(List.of(1, 2)) + " " + Map.entry(1, 2) + " " + Set.of(1) + " " + Optional.of(3).map(i -> i + 1) + Optional.empty().isPresent();
        }
    }

    public String texts() {
        return "a,b,,c".split(",").length + " " + " x ".strip() + "abc".indexOf('c') + "abc".contains("bc") + "x".compareTo("y") + String.join("-", List.of("p", "q"))
            + "hello".chars().filter(c -> c == 'l').count() + new StringBuilder("abc").reverse().insert(1, 9).deleteCharAt(0) + "ab".repeat(2) + "A".equalsIgnoreCase("a")
            + "one\ntwo".lines().count() + " " + "  ".isBlank() + String.valueOf(new char[] {'o', 'k'}) + "x".hashCode() + "ab".charAt(1) + "aXbX".replace("X", "yy") + "trim ".trim()
            + Integer.toHexString(-1) + Integer.parseInt("-12") + Long.parseLong("99") + Integer.toString(255, 2) + Character.isDigit('4') + Character.toUpperCase('q') + Integer.bitCount(255)
            + Boolean.parseBoolean("true") + "abc".substring(1, 2) + "abc".startsWith("ab") + "abc".lastIndexOf("c") + "".isEmpty() + "%" + new String("s").intern() + Integer.compareUnsigned(-1, 1);
    }

    public String regularExpressions() {
        return "a1b22".replaceAll("[0-9]+", "#") + " " + "x=1;y=2".matches("(\\w=\\d;?)+") + " " + Arrays.toString("a1b2c".split("\\d"));
    }

    public String numbers() {
        return new BigInteger("123456789012345678901234567890").multiply(BigInteger.TEN).mod(BigInteger.valueOf(97)) + " " + Math.floorMod(-7, 3) + Math.abs(-2.5)
            + Math.max(1L, 2) + Math.round(2.5) + Math.addExact(1, 2) + " " + Long.numberOfTrailingZeros(8) + Integer.reverse(1) + Integer.highestOneBit(100) + " " + Double.parseDouble("1.5")
            + " " + Double.toString(0.1) + " " + 1e10 + " " + 1.0f / 3 + " " + (0.1 + 0.2) + " " + Float.MIN_VALUE + " " + Double.MAX_VALUE + " " + Math.hypot(3, 4) + Math.pow(2, 10) + Math.ceil(1.2);
    }

    public String overflow() {
        return "" + Math.multiplyExact(1 << 20, 1 << 20);
    }

    public String atomics() {
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("a", 1);
        AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("a", false);
        LongAccumulator greatest = new LongAccumulator(Math::max, 0);
        DoubleAdder sum = new DoubleAdder();
        greatest.accumulate(5);
        sum.add(1.5);
        AtomicReference<Integer> reference = new AtomicReference<>(1);
        return stamped.compareAndSet("a", "b", 1, 2) + "" + stamped.getStamp() + marked.attemptMark("a", true) + marked.isMarked() + greatest.get() + sum.sum()
            + reference.getAndUpdate(i -> i + 1) + reference.accumulateAndGet(5, Integer::sum) + new AtomicIntegerArray(2).addAndGet(1, 3) + new AtomicBoolean().getAndSet(true)
            + new AtomicLong(5).getPlain() + new AtomicInteger(1).compareAndExchange(1, 2) + new AtomicInteger(3).weakCompareAndSetPlain(3, 4);
    }

    public String queues() throws InterruptedException {
        BlockingQueue<Integer> bounded = new ArrayBlockingQueue<>(2);
        bounded.put(1);
        DelayQueue<Delayed> delayed = new DelayQueue<>();
        List<Integer> drained = new ArrayList<>();
        bounded.offer(2);
        bounded.drainTo(drained);
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>(List.of(1, 2));
        return bounded.offer(3, 1, TimeUnit.MILLISECONDS) + "" + drained + delayed.poll() + deque.pollLast() + new LinkedTransferQueue<>(List.of(1)).tryTransfer(2)
            + new SynchronousQueue<Integer>().offer(1) + new LinkedBlockingDeque<>(List.of(1, 2)).peekLast() + new PriorityBlockingQueue<>(List.of(2, 1)).peek()
            + new ConcurrentSkipListSet<>(List.of(2, 1)).first() + new CopyOnWriteArraySet<>(List.of(1, 1)).size() + new ConcurrentLinkedQueue<>(List.of(3)).peek();
    }

    public String maps() {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.merge("a", 1, Integer::sum);
        map.merge("a", 1, Integer::sum);
        map.computeIfAbsent("b", key -> 5);
        map.compute("b", (key, value) -> value == null ? 0 : null);
        ConcurrentSkipListMap<Integer, String> sorted = new ConcurrentSkipListMap<>(Map.of(1, "x", 2, "y"));
        for (int i = 0; i < 100; i++) {
            map.put("k" + i, i);
        }
        return map.get("a") + " " + map.containsKey("b") + map.size() + map.mappingCount() + map.reduceValues(1000, Integer::max) + map.search(1000, (k, v) -> v == 7 ? k : null) + sorted.headMap(2)
            + sorted.pollFirstEntry().getValue() + ConcurrentHashMap.newKeySet().add(1) + new ConcurrentHashMap<>(Map.of(1, 2)).values() + map.keySet().stream().filter(k -> k.length() == 2).count();
    }

    public String futures() throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CompletableFuture<String> after = future.thenApply(i -> "got " + i).thenCombine(CompletableFuture.completedFuture("!"), String::concat);
        future.complete(4);
        FutureTask<Integer> task = new FutureTask<>(() -> 6);
        task.run();
        return after.join() + task.get() + after.isDone() + future.exceptionally(e -> 0).getNow(1);
    }

    public String synchronizers() throws Exception {
        Semaphore semaphore = new Semaphore(2);
        CountDownLatch latch = new CountDownLatch(1);
        latch.countDown();
        latch.await();
        Phaser phaser = new Phaser(1);
        return semaphore.tryAcquire(3) + "" + semaphore.availablePermits() + semaphore.tryAcquire(1, TimeUnit.SECONDS) + latch.getCount() + phaser.arrive() + phaser.getPhase() + new CyclicBarrier(1).await();
    }

    static String greet(String whom, int times) {
        return "hello " + whom + times;
    }

    public String methodHandles() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle greet = lookup.findStatic(Library.class, "greet", MethodType.methodType(String.class, String.class, int.class));
        MethodHandle length = lookup.findVirtual(String.class, "length", MethodType.methodType(int.class));
        MethodHandle fence = lookup.findStatic(Class.forName("java.lang.invoke.VarHandle"), "releaseFence", MethodType.methodType(void.class));
        fence.invoke();
        return (String) greet.invokeExact("you", 2) + (int) length.invoke("four");
    }

    public String noSuchMethod() throws Throwable {
        return "" + MethodHandles.lookup().findStatic(Library.class, "absent", MethodType.methodType(void.class));
    }

    public String classes() throws Exception {
        String missing;
        try {
            missing = Class.forName("no.such.Class").getName();
        } catch (ClassNotFoundException e) {
            missing = e.getMessage();
        }
        return missing + Class.forName("java.util.ArrayList").getSimpleName() + new Point(1, 2).getClass().isRecord() + int[].class.getName() + Point.class.isInstance("x") + Library.class.getSimpleName();
    }

    public String constructors() throws Exception {
        var constructor = ArrayList.class.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance() + "" + new ArrayList<>(List.of(1)).getClass().getConstructor().newInstance().size();
    }

    public String noSuchConstructor() throws Exception {
        return "" + Integer.class.getDeclaredConstructor().newInstance();
    }

    volatile int number;

    @SuppressWarnings("removal")
    public String unsafe() throws Exception {
        var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
        String declared = field.getType().getSimpleName() + field.getName() + Library.class.getDeclaredField("number").getType();
        long offset = unsafe.objectFieldOffset(Library.class.getDeclaredField("number"));
        int[] array = {1, 2, 3};
        long second = unsafe.arrayBaseOffset(int[].class) + (long) unsafe.arrayIndexScale(int[].class);
        return declared + unsafe.compareAndSwapInt(this, offset, 0, 5) + "" + unsafe.getIntVolatile(this, offset) + unsafe.getAndAddInt(this, offset, 2) + number + unsafe.getInt(array, second);
    }

    public String exceptions() {
        try {
            Objects.requireNonNull(null, "nothing there");
            return "not null";
        } catch (NullPointerException e) {
            Throwable wrapped = new IllegalStateException("outer", e);
            wrapped.addSuppressed(new RuntimeException("beside"));
            return wrapped.getMessage() + wrapped.getCause().getMessage() + wrapped.getSuppressed().length + wrapped + Objects.hash(1, 2) + Objects.equals(1, 1) + Objects.toString(null, "d");
        }
    }

    public String iterators() {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        try {
            for (Integer i : list) {
                list.remove(i);
            }
            return "removed";
        } catch (ConcurrentModificationException e) {
            Iterator<Integer> iterator = list.iterator();
            iterator.next();
            iterator.remove();
            return list + " " + new StringJoiner(",", "[", "]").add("a") + new Scanner(1).next();
        }
    }

    record Scanner(int at) {
        int next() {
            return at + 1;
        }
    }

    public String times() {
        return TimeUnit.SECONDS.toMillis(3) + " " + java.time.Duration.ofSeconds(61).toMinutes() + " " + new UUID(1, 2) + " " + new Random(42).nextInt(1000) + " " + new SplittableRandom(1).nextInt(9);
    }
}
