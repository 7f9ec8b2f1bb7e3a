import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Calls of the library whose results a real machine and the interpreter must agree on. */
public class LibraryCalls {
    enum Season { SPRING, SUMMER, AUTUMN, WINTER }

    record Person(String name, int age) {}

    static final List<Person> PEOPLE =
            List.of(new Person("Ada", 36), new Person("Alan", 41), new Person("Grace", 85), new Person("Ed", 36));

    public static void main(String[] arguments) throws Exception {
        for (String name : arguments) {
            print(Class.forName(name));
        }
    }

    private static void print(Class<?> calls) throws Exception {
        Method[] methods = calls.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            boolean isCase = Modifier.isPublic(method.getModifiers())
                    && !Modifier.isStatic(method.getModifiers())
                    && method.getReturnType() == String.class && method.getParameterCount() == 0;
            if (isCase) {
                String results = (String) method.invoke(calls.getConstructor().newInstance());
                System.out.println(calls.getName() + "." + method.getName() + "\t" + results.replace("\n", "\\n"));
            }
        }
    }

    /** The results one after another; what is thrown is a result. */
    @SafeVarargs
    static String all(Supplier<Object>... calls) {
        StringBuilder text = new StringBuilder();
        for (Supplier<Object> call : calls) {
            if (text.length() > 0) text.append(" | ");
            Object result;
            try {
                result = call.get();
            } catch (RuntimeException exception) {
                result = "throws " + exception.getClass().getName();
            }
            text.append(result);
        }
        return text.toString();
    }

    public String strings() {
        return all(() -> "abc".toUpperCase(), () -> "ABC".toLowerCase(), () -> "a,b,,c".split(",").length,
                () -> "abc".indexOf("c"), () -> "abcabc".lastIndexOf('b'), () -> " x ".trim(), () -> " x ".strip(),
                () -> "abc".substring(1, 2), () -> "abc".contains("bc"), () -> "abc".replace('b', 'x'),
                () -> "a.b.c".replaceAll("\\.", "-"), () -> "abc".charAt(5), () -> "abc".hashCode(),
                () -> "abc".compareTo("abd"), () -> "Abc".equalsIgnoreCase("aBC"), () -> "ab".repeat(3),
                () -> String.join("-", "a", "b"), () -> "abc".chars().sum(), () -> "".isEmpty(), () -> "  ".isBlank(),
                () -> "abc".startsWith("ab"), () -> "abc".endsWith("bc"), () -> String.valueOf(3.5), () -> "abc".concat("d"),
                () -> "x\ny\n".lines().count(), () -> "é".getBytes(StandardCharsets.UTF_8).length, () -> "abc".intern() == "abc");
    }

    public String formats() {
        return all(() -> String.format("%d %s %x", 7, "a", 255), () -> String.format("%5d|%-5d|%05d", 42, 42, 42),
                () -> String.format("%.2f", 3.14159), () -> String.format("%,d", 1234567), () -> String.format("%b %c %%", true, 'x'),
                () -> String.format("%s", (Object) null), () -> String.format("%10s|%-10s|", "ab", "ab"));
    }

    public String builders() {
        return all(() -> new StringBuilder("abc").reverse(), () -> new StringBuilder("abc").insert(1, "x"),
                () -> new StringBuilder("abc").deleteCharAt(1), () -> new StringBuilder().append(1).append('c').append(2.5).append(true),
                () -> new StringBuilder("abc").indexOf("c"), () -> new StringBuffer("abc").append(1L).toString(),
                () -> new StringJoiner(",", "[", "]").add("a").add("b"), () -> new StringTokenizer("a b c").countTokens());
    }

    public String integers() {
        return all(() -> Integer.parseInt("42"), () -> Integer.parseInt("x"), () -> Integer.toBinaryString(10), () -> Integer.toHexString(255),
                () -> Integer.bitCount(255), () -> Integer.reverse(1), () -> Integer.highestOneBit(100), () -> Integer.numberOfTrailingZeros(8),
                () -> Integer.compare(1, 2), () -> Integer.MAX_VALUE + 1, () -> Integer.valueOf(127) == Integer.valueOf(127),
                () -> Long.parseLong("9000000000"), () -> Long.toString(255, 16), () -> Long.numberOfLeadingZeros(1), () -> Long.hashCode(1L << 40),
                () -> Math.floorMod(-7, 3), () -> Math.floorDiv(-7, 3), () -> Math.addExact(Integer.MAX_VALUE, 1), () -> 7 / 0, () -> -7 % 3, () -> -7 >>> 28,
                () -> Short.parseShort("12"), () -> Byte.toUnsignedInt((byte) -1), () -> Integer.parseUnsignedInt("4294967295"), () -> Integer.rotateLeft(1, 33));
    }

    public String decimals() {
        return all(() -> 0.1 + 0.2, () -> 1.0 / 3, () -> 1e100, () -> 100.0, () -> 1e7, () -> 1.0E-5, () -> 3.0f, () -> 1.1f * 1.1f, () -> Double.NaN,
                () -> 1.0 / 0, () -> Double.compare(0.0, -0.0), () -> Double.parseDouble("2.50"), () -> Math.round(2.5), () -> Math.sqrt(2),
                () -> Math.pow(2, 10), () -> Math.ceil(1.2), () -> Math.rint(2.5), () -> (int) 3.99, () -> (long) -1e30, () -> Double.doubleToLongBits(1.5),
                () -> Float.floatToIntBits(1.5f), () -> Double.toString(123456789.0), () -> Float.toString(1.0e10f), () -> Double.MIN_VALUE, () -> Math.abs(-0.0));
    }

    public String bigNumbers() {
        return all(() -> BigInteger.TWO.pow(100), () -> new BigInteger("123456789012345678901234567890").mod(BigInteger.valueOf(97)),
                () -> BigInteger.TEN.gcd(BigInteger.valueOf(4)), () -> new BigDecimal("1.10").add(new BigDecimal("2.205")),
                () -> new BigDecimal("10").divide(new BigDecimal("3"), 5, java.math.RoundingMode.HALF_UP), () -> new BigDecimal("1.00").stripTrailingZeros());
    }

    public String comparators() {
        return all(() -> names(Comparator.comparing(Person::name)), () -> names(Comparator.comparing(Person::age).thenComparing(Person::name)),
                () -> names(Comparator.comparingInt(Person::age).reversed()), () -> names(Comparator.comparing(Person::name, Comparator.reverseOrder())),
                () -> names(Comparator.comparing(Person::age, Comparator.nullsFirst(Comparator.naturalOrder()))),
                () -> Collections.max(PEOPLE, Comparator.comparingInt(Person::age)).name(), () -> Map.Entry.<Integer, Integer>comparingByKey().compare(Map.entry(1, 2), Map.entry(2, 1)));
    }

    private static String names(Comparator<Person> order) {
        List<Person> people = new ArrayList<>(PEOPLE);
        people.sort(order);
        return people.stream().map(Person::name).collect(Collectors.joining(","));
    }

    public String streams() {
        return all(() -> IntStream.range(0, 5).sum(), () -> Stream.of(3, 1, 2).sorted().toList(), () -> Stream.of(1, 2, 3, 4).filter(n -> n % 2 == 0).count(),
                () -> PEOPLE.stream().collect(Collectors.groupingBy(Person::age, TreeMap::new, Collectors.counting())),
                () -> Stream.iterate(1, n -> n * 2).limit(8).reduce(0, Integer::sum), () -> PEOPLE.stream().mapToInt(Person::age).max().getAsInt(),
                () -> IntStream.rangeClosed(1, 4).boxed().collect(Collectors.toList()), () -> Stream.of("b", "a").collect(Collectors.toMap(s -> s, String::length, (x, y) -> x, TreeMap::new)),
                () -> PEOPLE.stream().collect(Collectors.partitioningBy(p -> p.age() > 40)).get(true).size(), () -> Stream.of(1, 2, 3).mapToInt(n -> n).average().getAsDouble(),
                () -> Stream.of(List.of(1), List.of(2, 3)).flatMap(List::stream).map(String::valueOf).collect(Collectors.joining("+")),
                () -> Stream.of(1, 2, 3).anyMatch(n -> n > 2), () -> Stream.of(5, 5, 6).distinct().count(), () -> Arrays.stream(new int[] {1, 2}).map(n -> n * n).sum());
    }

    public String lists() {
        return all(() -> new ArrayList<>(List.of(3, 1, 2)).remove(1), () -> List.of(1, 2).get(2), () -> new ArrayList<>(List.of(1, 2, 3)).subList(1, 3),
                () -> new LinkedList<>(List.of(1, 2)).pollLast(), () -> Arrays.asList(1, 2).indexOf(2), () -> List.of(1).contains(2), () -> List.of(1, 2).hashCode(),
                () -> { List<Integer> list = new ArrayList<>(List.of(1, 2, 3)); list.removeIf(n -> n > 1); return list; },
                () -> { List<Integer> list = new ArrayList<>(List.of(1, 2, 3)); Collections.reverse(list); Collections.swap(list, 0, 1); return list; },
                () -> { List<Integer> list = new ArrayList<>(List.of(1)); for (Integer n : list) list.add(n); return list; },
                () -> { Iterator<Integer> it = List.of(1).iterator(); it.next(); return it.next(); }, () -> { List.of(1).add(2); return null; },
                () -> Collections.nCopies(3, "a"), () -> Collections.unmodifiableList(new ArrayList<>(List.of(1))), () -> Collections.frequency(List.of(1, 1, 2), 1));
    }

    public String maps() {
        return all(() -> { Map<String, Integer> map = new HashMap<>(); map.merge("a", 1, Integer::sum); map.merge("a", 1, Integer::sum); return map; },
                () -> new TreeMap<>(Map.of(1, "a", 2, "b", 3, "c")).headMap(3), () -> new TreeMap<>(Map.of(1, "a", 5, "b")).floorKey(4),
                () -> { Map<Integer, Integer> map = new HashMap<>(); for (int i = 0; i < 100; i++) map.put(i * 17, i); return map.size() + " " + map.get(170); },
                () -> new LinkedHashMap<>(Map.of(1, 2)), () -> { Map<Integer, String> map = new HashMap<>(Map.of(1, "a")); map.computeIfAbsent(2, k -> "b"); map.computeIfPresent(1, (k, v) -> null); return map; },
                () -> new HashMap<>(Map.of(1, 2)).entrySet(), () -> new HashMap<>(Map.of(1, 2)).equals(Map.of(1, 2)), () -> Map.of(1, 2).getOrDefault(3, 4),
                () -> { Map<Season, Integer> map = new EnumMap<>(Season.class); map.put(Season.AUTUMN, 1); map.put(Season.SPRING, 2); return map; },
                () -> new TreeMap<>(Map.of(1, 1, 2, 2)).descendingMap(), () -> { Map<Integer, Integer> map = new TreeMap<>(); map.put(null, 1); return map; });
    }

    public String sets() {
        return all(() -> new TreeSet<>(Set.of(3, 1, 2)), () -> new HashSet<>(List.of(5, 1, 3)), () -> EnumSet.range(Season.SUMMER, Season.WINTER), () -> EnumSet.complementOf(EnumSet.of(Season.SPRING)),
                () -> new TreeSet<>(Set.of(1, 5)).ceiling(3), () -> { BitSet bits = new BitSet(); bits.set(3); bits.set(70); return bits + " " + bits.cardinality(); },
                () -> { Set<Integer> set = new TreeSet<>(Set.of(1, 2, 3)); set.retainAll(Set.of(2, 3, 4)); return set; }, () -> Set.of(1, 1));
    }

    public String queues() {
        return all(() -> { PriorityQueue<Integer> queue = new PriorityQueue<>(List.of(3, 1, 2)); return queue.poll() + "" + queue.poll(); },
                () -> { ArrayDeque<Integer> deque = new ArrayDeque<>(); deque.push(1); deque.addLast(2); return deque.pop() + " " + deque; }, () -> new ArrayDeque<>().removeFirst(),
                () -> { ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1); return queue.offer(1) + " " + queue.offer(2) + " " + queue.remainingCapacity(); },
                () -> { ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1, 2)); queue.remove(1); return queue + " " + queue.peek(); },
                () -> { PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(); queue.add(2); queue.add(1); return queue.poll(); },
                () -> { LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(); deque.offerFirst(1); deque.offerLast(2); return deque.pollLast() + " " + deque; },
                () -> { ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>(); deque.addFirst(1); deque.addFirst(2); return deque; });
    }

    public String concurrentMaps() {
        return all(() -> { ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(); for (int i = 0; i < 40; i++) map.put(i, i); return map.size() + " " + map.reduceValues(1000, Integer::sum); },
                () -> new ConcurrentHashMap<>(Map.of(1, 1)).putIfAbsent(1, 2), () -> new ConcurrentHashMap<>(Map.of(1, 1)).compute(1, (k, v) -> v + 1), () -> ConcurrentHashMap.newKeySet().add(1),
                () -> { ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>(Map.of(1, "a", 3, "c")); return map.higherKey(1) + " " + map.firstEntry() + " " + map.descendingMap(); },
                () -> { CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2)); for (Integer n : list) list.add(n); return list; }, () -> new ConcurrentHashMap<Integer, Integer>().put(null, 1));
    }

    public String atomics() {
        return all(() -> new AtomicInteger(1).incrementAndGet(), () -> new AtomicInteger(1).getAndUpdate(n -> n * 5), () -> new AtomicInteger(4).accumulateAndGet(3, Math::max),
                () -> new AtomicLong(7).getAndAdd(3), () -> new AtomicReference<>("a").compareAndSet("a", "b"), () -> new AtomicIntegerArray(3).incrementAndGet(2), () -> new AtomicIntegerArray(new int[] {1, 2}),
                () -> new AtomicStampedReference<>("a", 3).getStamp(), () -> new AtomicMarkableReference<>("a", true).isMarked(),
                () -> { LongAdder adder = new LongAdder(); adder.add(3); adder.increment(); return adder.sum(); }, () -> { LongAccumulator most = new LongAccumulator(Long::max, 0); most.accumulate(5); return most.get(); });
    }

    public String locks() {
        return all(() -> { ReentrantLock lock = new ReentrantLock(); lock.lock(); lock.lock(); return lock.getHoldCount() + " " + lock.isLocked(); }, () -> { new ReentrantLock().unlock(); return null; },
                () -> { ReentrantReadWriteLock lock = new ReentrantReadWriteLock(); lock.readLock().lock(); return lock.writeLock().tryLock() + " " + lock.getReadLockCount(); },
                () -> { StampedLock lock = new StampedLock(); long stamp = lock.tryOptimisticRead(); boolean before = lock.validate(stamp); lock.writeLock(); return before + " " + lock.validate(stamp); },
                () -> { Semaphore semaphore = new Semaphore(1); return semaphore.tryAcquire() + " " + semaphore.tryAcquire() + " " + semaphore.availablePermits(); },
                () -> { CountDownLatch latch = new CountDownLatch(1); latch.countDown(); return latch.getCount(); });
    }

    public String futures() {
        return all(() -> CompletableFuture.completedFuture(1).thenApply(n -> n + 1).join(), () -> CompletableFuture.completedFuture(1).thenCombine(CompletableFuture.completedFuture(2), Integer::sum).getNow(0),
                () -> { CompletableFuture<Integer> future = new CompletableFuture<>(); future.completeExceptionally(new IllegalStateException()); return future.exceptionally(e -> -1).join(); },
                () -> new CompletableFuture<Integer>().isDone(), () -> CompletableFuture.failedFuture(new RuntimeException("x")).join());
    }

    public String functions() {
        return all(() -> Function.<Integer>identity().andThen(n -> n + 1).compose((Integer n) -> n * 2).apply(5), () -> Predicate.<Integer>isEqual(1).negate().or(n -> n == 1).test(1),
                () -> ((BiFunction<Integer, Integer, Integer>) Integer::sum).andThen(n -> -n).apply(1, 2), () -> Optional.of(1).map(n -> n + 1).filter(n -> n > 5).isPresent(), () -> Optional.empty().orElse("none"),
                () -> Optional.of(3), () -> OptionalInt.empty(), () -> Optional.empty().get(), () -> Objects.hash(1, "a", null), () -> Objects.requireNonNullElse(null, 1), () -> Objects.equals(null, null), () -> { throw new NoSuchElementException(); });
    }

    public String buffers() {
        return all(() -> ByteBuffer.allocate(8).putInt(7).putInt(9).getInt(4), () -> ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(1).get(0), () -> ByteBuffer.wrap(new byte[] {0, 0, 1, 0}).getInt(),
                () -> ByteBuffer.allocate(8).putLong(-2).flip().getLong(), () -> ByteBuffer.allocate(4).putShort((short) 3).position(), () -> ByteBuffer.allocate(2).putInt(1), () -> ByteBuffer.allocate(8).putDouble(1.5).getDouble(0),
                () -> ByteBuffer.wrap(new byte[] {1, 2, 3}).slice(1, 2).get(0), () -> ByteBuffer.allocate(4).equals(ByteBuffer.allocate(4)));
    }

    public String directBuffers() {
        return all(() -> ByteBuffer.allocateDirect(8).putInt(7).getInt(0), () -> ByteBuffer.allocateDirect(8).capacity());
    }

    public String arrays() {
        return all(() -> { int[] a = {3, 1, 2}; Arrays.sort(a); return Arrays.toString(a); }, () -> Arrays.binarySearch(new int[] {1, 3, 5}, 3), () -> Arrays.equals(new int[] {1}, new int[] {1}), () -> Arrays.hashCode(new int[] {1, 2}),
                () -> Arrays.deepToString(new int[][] {{1}, {2, 3}}), () -> Arrays.toString(Arrays.copyOfRange(new int[] {1, 2, 3}, 1, 5)), () -> { Integer[] a = {1, 3, 2}; Arrays.sort(a, Collections.reverseOrder()); return Arrays.asList(a); },
                () -> { long[] a = new long[3]; Arrays.fill(a, 7); return a[2]; }, () -> new int[2][3][1].length, () -> new int[-1], () -> ((Object[]) new String[1])[0] = 1, () -> Arrays.compare(new int[] {1, 2}, new int[] {1, 3}), () -> Arrays.mismatch(new int[] {1, 2, 3}, new int[] {1, 2, 4}), () -> new int[] {1, 2}.clone()[1]);
    }

    public String enumsAndRecords() {
        return all(() -> Season.valueOf("SUMMER").ordinal(), () -> Season.valueOf("X"), () -> Arrays.toString(Season.values()), () -> Season.AUTUMN.compareTo(Season.SPRING), () -> Season.WINTER.name(), () -> Season.SPRING.getDeclaringClass().getSimpleName(),
                () -> new Person("a", 1), () -> new Person("a", 1).equals(new Person("a", 1)), () -> new Person("a", 1).hashCode() == new Person("a", 1).hashCode(), () -> switch (Season.SUMMER) { case SUMMER -> "hot"; default -> "cold"; },
                () -> switch ("two") { case "one" -> 1; case "two" -> 2; default -> 3; });
    }

    public String classes() {
        return all(() -> String.class.getName(), () -> int[].class.getName(), () -> Map.Entry.class.getSimpleName(), () -> Integer.class.isInstance(1), () -> Number.class.isAssignableFrom(Integer.class), () -> int.class.isPrimitive(), () -> new int[0].getClass().getComponentType(),
                () -> LibraryCalls.class.getPackageName().isEmpty(), () -> Season.class.isEnum(), () -> Runnable.class.isInterface(), () -> new ArrayList<>().getClass().getSuperclass().getName(), () -> String[].class.getSimpleName(), () -> Person.class.isRecord(), () -> Season.class.getEnumConstants().length);
    }

    public String time() {
        return all(() -> Duration.ofMinutes(90), () -> Duration.ofSeconds(3661).toMinutes(), () -> LocalDate.of(2024, 2, 28).plusDays(2), () -> LocalDate.parse("2023-12-31").getDayOfWeek(), () -> LocalDateTime.of(2020, 1, 1, 0, 0).isBefore(LocalDateTime.of(2021, 1, 1, 0, 0)),
                () -> TimeUnit.HOURS.toSeconds(2), () -> TimeUnit.MILLISECONDS.convert(3, TimeUnit.SECONDS), () -> LocalDate.of(2023, 2, 30), () -> LocalDate.now().getYear() > 1900, () -> System.currentTimeMillis() >= 0, () -> LocalDate.of(2024, 12, 31).getDayOfYear());
    }

    public String properties() {
        return all(() -> System.getProperty("no.such.property"), () -> System.getProperty("no.such.property", "default"), () -> System.getProperty("java.version") != null, () -> System.getProperty("line.separator").length(), () -> System.getProperty("file.separator"),
                () -> Integer.getInteger("no.such.property", 4), () -> Boolean.getBoolean("no.such.property"), () -> System.lineSeparator().equals("\n"), () -> Runtime.version().feature() >= 17);
    }

    public String expressions() {
        return all(() -> Pattern.matches("a+b", "aaab"), () -> "2024-01-02".matches("\\d{4}-\\d\\d-\\d\\d"), () -> { Matcher matcher = Pattern.compile("(\\w)(\\d)").matcher("a1 b2"); matcher.find(); matcher.find(); return matcher.group(2); }, () -> "a1b22".replaceAll("[0-9]+", "#"), () -> "a-b_c".split("[-_]").length, () -> Pattern.compile("x(").pattern());
    }

    public String exceptions() {
        return all(() -> { try { throw new IllegalStateException("why"); } catch (IllegalStateException e) { return e.getMessage(); } }, () -> { try { Object o = "a"; return (Integer) o; } catch (ClassCastException e) { return "cast"; } finally { Math.abs(1); } },
                () -> new RuntimeException("a", new Error("b")).getCause().getMessage(), () -> new IllegalArgumentException("x").toString(), () -> { Exception e = new Exception(); e.addSuppressed(new Error("s")); return e.getSuppressed().length; }, () -> ((String) null).length(), () -> Objects.requireNonNull(null, "missing"), () -> { int[] a = {}; return a[0]; });
    }

    public String digests() {
        return all(() -> UUID.nameUUIDFromBytes(new byte[] {1}).version());
    }

    public String identities() {
        return all(() -> UUID.fromString("00000000-0000-0001-0000-000000000002"), () -> new Object().equals(new Object()), () -> { Object o = new Object(); return o.hashCode() == System.identityHashCode(o); }, () -> Thread.currentThread().isInterrupted(), () -> Character.isLetter('x'), () -> Character.getNumericValue('7'), () -> Character.toUpperCase('ß'), () -> (char) ('a' + 1), () -> Boolean.logicalXor(true, false));
    }
}
