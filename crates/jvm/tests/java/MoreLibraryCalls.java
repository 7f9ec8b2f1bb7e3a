import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.*;

/** More calls of the library, and uses of the language around it. */
public class MoreLibraryCalls {
    sealed interface Shape permits Circle, Square, Empty {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {
        Square {
            if (side < 0) throw new IllegalArgumentException("negative");
        }
    }

    enum Empty implements Shape { NOTHING }

    enum Operation {
        PLUS("+") { int apply(int a, int b) { return a + b; } },
        TIMES("*") { int apply(int a, int b) { return a * b; } };

        final String symbol;

        Operation(String symbol) { this.symbol = symbol; }

        abstract int apply(int a, int b);
    }

    interface Greeter {
        String name();

        default String greet() { return "Hello, " + decorated(); }

        private String decorated() { return name() + "!"; }

        static Greeter of(String name) { return () -> name; }
    }

    static class Resource implements AutoCloseable {
        final String name;
        final List<String> log;

        Resource(String name, List<String> log) {
            this.name = name;
            this.log = log;
        }

        @Override public void close() {
            log.add("close " + name);
            throw new IllegalStateException(name);
        }
    }

    static class Countdown implements Iterable<Integer> {
        final int from;

        Countdown(int from) { this.from = from; }

        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int next = from;

                public boolean hasNext() { return next > 0; }

                public Integer next() { return next--; }
            };
        }
    }

    static String area(Shape shape) {
        if (shape instanceof Circle circle && circle.radius() > 0) return "circle " + circle.radius();
        if (shape instanceof Square square) return "square " + square.side() * square.side();
        return "empty";
    }

    static int sum(int... numbers) {
        int sum = 0;
        for (int number : numbers) sum += number;
        return sum;
    }

    static String kinds(Object... objects) { return objects == null ? "null" : objects.length + ""; }

    @SuppressWarnings("finally")
    static int finallyWins() {
        try {
            throw new IllegalStateException();
        } finally {
            return 7;
        }
    }

    @SafeVarargs
    private static String all(Supplier<Object>... calls) { return LibraryCalls.all(calls); }

    public String moreStrings() {
        return all(() -> """
                        Text "block"
                          indented\tand \
                        joined
                        """, () -> "a\tb".translateEscapes(), () -> "x".indent(2), () -> "  a\n b".stripIndent(), () -> "abc".chars().mapToObj(c -> (char) c).map(String::valueOf).collect(Collectors.joining("|")),
                () -> "a,b,c".split(",", 2)[1], () -> ",a,".split(",").length, () -> "héllo".length() + " " + "héllo".toUpperCase(), () -> "😀a".length() + " " + "😀a".codePointCount(0, 3) + " " + "😀a".codePointAt(0),
                () -> "abc".regionMatches(true, 1, "XBC", 1, 2), () -> "b".compareToIgnoreCase("A"), () -> String.valueOf(new char[] {'o', 'k'}), () -> String.copyValueOf(new char[] {'a', 'b', 'c'}, 1, 2),
                () -> Arrays.toString("aé".getBytes(StandardCharsets.UTF_8)), () -> new String(new byte[] {65, -61, -87}, StandardCharsets.UTF_8), () -> new String(new byte[] {65, 66}, StandardCharsets.ISO_8859_1), () -> "abcabc".replaceFirst("b", "x"),
                () -> "abc".contentEquals(new StringBuilder("abc")), () -> "%d-%s".formatted(1, "x"), () -> "  lead".stripLeading() + "|" + "trail  ".stripTrailing() + "|", () -> "a".equals(null), () -> "abc".subSequence(0, 2), () -> "x".isBlank(),
                () -> "line1\r\nline2\rline3".lines().toList(), () -> "abcdef".substring(7), () -> "A".toLowerCase().charAt(0) == 'a', () -> "one two".chars().filter(Character::isWhitespace).count(), () -> "ab".compareTo("abc"), () -> "a".repeat(0).isEmpty(), () -> "tEST".substring(0, 1).toUpperCase() + "tEST".substring(1).toLowerCase());
    }

    public String moreBuilders() {
        return all(() -> { StringBuilder b = new StringBuilder("hello"); b.setCharAt(0, 'J'); b.replace(1, 3, "EE"); b.delete(3, 4); b.setLength(4); return b + " " + b.length() + " " + b.charAt(1); },
                () -> new StringBuilder("ab").compareTo(new StringBuilder("ac")), () -> new StringBuilder().appendCodePoint(128512).length(), () -> new StringBuilder("abcabc").lastIndexOf("bc"), () -> new StringBuilder("x").append((Object) null).append((String) null).append(new char[] {'y'}),
                () -> new StringBuilder().append(1.0f).append(1e-10).append(Long.MIN_VALUE).append(-0.0), () -> new StringBuilder("abc").substring(1), () -> new StringBuilder("a").insert(0, 1.5).insert(0, true).insert(0, 'c').insert(0, 7L), () -> new StringBuilder("abc").charAt(9), () -> new StringBuffer("xyz").reverse().insert(1, 2));
    }

    public String language() {
        return all(() -> area(new Circle(2)), () -> area(new Square(3)), () -> area(Empty.NOTHING), () -> area(new Circle(0)), () -> new Square(-1), () -> new Square(2).equals(new Square(2)), () -> new Circle(5).toString() + new Circle(5).hashCode(),
                () -> Operation.PLUS.apply(2, 3) + Operation.valueOf("TIMES").apply(2, 3), () -> Operation.PLUS.getClass() == Operation.class, () -> Operation.TIMES.getDeclaringClass().getSimpleName() + Operation.TIMES.symbol, () -> Greeter.of("you").greet(), () -> sum() + sum(1) + sum(1, 2, 3), () -> kinds(1, "a", null), () -> kinds((Object[]) null),
                () -> finallyWins(), () -> { List<String> log = new ArrayList<>(); try (Resource a = new Resource("a", log); Resource b = new Resource("b", log)) { log.add("body"); throw new RuntimeException("c"); } catch (RuntimeException e) { log.add(e.getMessage() + e.getSuppressed().length); } return log; },
                () -> { StringBuilder out = new StringBuilder(); outer: for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (j == 2) continue outer; if (i == 2) break outer; out.append(i).append(j).append(' '); } return out; }, () -> { int total = 0; for (int n : new Countdown(4)) total += n; return total; },
                () -> switch ("BB") { case "Aa" -> 1; case "BB" -> 2; default -> 3; }, () -> { int day = 3; return switch (day) { case 1, 7 -> "weekend"; case 2 -> { String s = "mon"; yield s; } default -> "day" + day; }; }, () -> { Integer boxed = null; return boxed + 1; }, () -> (byte) 200 + (short) 70000 + (char) 65, () -> 1 << 33, () -> 1L << 33, () -> -1 >>> 1, () -> 5 & 3 | 4 ^ 1, () -> 'a' + 1, () -> (char) ('a' + 1), () -> 0x7fffffff + 1 < 0, () -> 010 + 0b11 + 1_000,
                () -> { Object o = new int[] {1}; return o instanceof int[] a ? a[0] : 0; }, () -> { var list = new ArrayList<Map<String, List<Integer>>>(); list.add(Map.of("k", List.of(1))); return list.get(0).get("k").get(0); }, () -> { Runnable[] rs = new Runnable[2]; int[] hit = {0}; for (int i = 0; i < 2; i++) { int by = i + 1; rs[i] = () -> hit[0] += by; } for (Runnable r : rs) r.run(); return hit[0]; }, () -> { class Local { int twice(int n) { return 2 * n; } } return new Local().twice(4) + new Object() { int one() { return 1; } }.one(); }, () -> { long n = 1; n += 2.7; n <<= 3; n--; return n; }, () -> { int i = 1; i = i++ + ++i; return i; }, () -> 1.0 == 1 && 'a' == 97, () -> 0.0 / 0 == 0.0 / 0, () -> (int) Double.NaN + (int) 1e20, () -> (float) 0.1 == 0.1, () -> Integer.valueOf(1000).equals(1000), () -> ((Object) 1).equals(1L));
    }

    public String moreCollections() {
        return all(() -> { List<Integer> l = new ArrayList<>(List.of(3, 1, 2)); Collections.sort(l); Collections.rotate(l, 1); return l; }, () -> { List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4, 5)); Collections.shuffle(l, new Random(42)); return l; }, () -> Collections.binarySearch(List.of(1, 3, 5), 4), () -> Collections.disjoint(List.of(1), List.of(2)), () -> Collections.min(List.of(3, 1)) + Collections.max(List.of(3, 1)), () -> { Set<String> s = new LinkedHashSet<>(); Collections.addAll(s, "b", "a", "b"); return s; }, () -> Collections.unmodifiableMap(new TreeMap<>(Map.of(1, 2))).put(3, 4), () -> Collections.synchronizedList(new ArrayList<>(List.of(1))).get(0), () -> Collections.emptyList().size(), () -> Collections.singletonMap("a", 1), () -> Collections.reverseOrder().compare(1, 2),
                () -> { List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4)); l.subList(1, 3).clear(); return l; }, () -> { ListIterator<Integer> it = new ArrayList<>(List.of(1, 2)).listIterator(); it.next(); it.set(9); it.add(8); return it.previous() + " " + it.nextIndex(); }, () -> { List<Integer> l = new LinkedList<>(List.of(1, 2, 3)); Iterator<Integer> it = l.iterator(); it.next(); it.remove(); return l; }, () -> { List<Integer> l = new ArrayList<>(List.of(1, 2)); Iterator<Integer> it = l.iterator(); l.add(3); return it.next(); }, () -> { List<String> l = Arrays.asList("a", "b"); l.set(0, "z"); return l; }, () -> { Arrays.asList(1).add(2); return 0; }, () -> List.of(1, 2, 3).indexOf(3) + List.copyOf(Set.of(1)).size(), () -> { List<Integer> l = new ArrayList<>(); l.addAll(List.of(1, 2)); l.addAll(1, List.of(7)); l.replaceAll(n -> n * 2); l.retainAll(List.of(2, 14)); return l; }, () -> new ArrayList<>(List.of(1, 2)).equals(new LinkedList<>(List.of(1, 2))), () -> { List<Integer> l = new ArrayList<>(List.of(10, 20)); l.remove(Integer.valueOf(20)); return l.toArray(new Integer[0]).length; }, () -> { Vector<Integer> v = new Vector<>(List.of(1)); v.addElement(2); return v.lastElement(); }, () -> { Stack<Integer> s = new Stack<>(); s.push(1); s.push(2); return s.pop() + s.peek() + s.search(1); },
                () -> { TreeMap<Integer, String> m = new TreeMap<>(Map.of(1, "a", 3, "c", 5, "e")); return m.subMap(2, true, 5, true) + " " + m.lowerEntry(3) + " " + m.pollFirstEntry() + " " + m.tailMap(4); }, () -> { Map<String, Integer> m = new LinkedHashMap<>(); m.put("x", 1); m.put("y", 2); m.put("x", 3); return m + " " + m.keySet() + m.values(); }, () -> { Map<String, Integer> m = new HashMap<>(); m.putIfAbsent("a", 1); m.compute("a", (k, v) -> v + 1); m.computeIfAbsent("b", k -> 5); m.replaceAll((k, v) -> v * 10); return new TreeMap<>(m); }, () -> { Map<Integer, Integer> m = new IdentityHashMap<>(); m.put(1000, 1); m.put(1000, 2); return m.size() >= 1; }, () -> { Map<String, Integer> m = new WeakHashMap<>(); m.put("a", 1); return m.get("a"); }, () -> { Hashtable<String, Integer> t = new Hashtable<>(); t.put("a", 1); t.put("b", null); return t; }, () -> Map.of(1, 2, 1, 3), () -> Map.ofEntries(Map.entry("k", "v")), () -> { Map<String, List<Integer>> m = new TreeMap<>(); m.computeIfAbsent("a", k -> new ArrayList<>()).add(1); m.computeIfAbsent("a", k -> new ArrayList<>()).add(2); return m; }, () -> { NavigableSet<Integer> s = new TreeSet<>(List.of(1, 3, 5)); return s.headSet(3, true) + " " + s.descendingSet() + s.pollLast() + s.higher(1); }, () -> { Map<Integer, Integer> m = new HashMap<>(); for (int i = 0; i < 20; i++) m.put(i << 16, i); return m.size() + m.get(5 << 16); }, () -> { PriorityQueue<String> q = new PriorityQueue<>(Comparator.comparing(String::length).reversed()); q.addAll(List.of("a", "ccc", "bb")); return q.poll() + q.size(); }, () -> { Deque<Integer> d = new ArrayDeque<>(List.of(1, 2, 3)); d.offerFirst(0); d.removeLast(); return d + " " + d.peekLast() + d.contains(2); }, () -> { Iterator<Integer> it = new PriorityQueue<>(List.of(1)).iterator(); it.next(); it.remove(); return it.hasNext(); }, () -> { BitSet a = new BitSet(); a.set(1, 4); BitSet b = new BitSet(); b.set(2); a.andNot(b); return a + " " + a.nextClearBit(1); }, () -> { Spliterator<Integer> s = List.of(1, 2, 3, 4).spliterator(); s.trySplit(); int[] n = {0}; s.forEachRemaining(x -> n[0] += x); return n[0]; }, () -> new AbstractList<Integer>() { public Integer get(int i) { return i; } public int size() { return 3; } }.stream().mapToInt(n -> n).sum());
    }

    public String moreStreams() {
        return all(() -> Stream.of("a", "bb", "cc").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.mapping(String::toUpperCase, Collectors.joining("/")))), () -> Stream.of(1, 2, 3, 4).collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(n -> n), (c, s) -> c + ":" + s)), () -> Stream.of(1, 2, 5, 1).takeWhile(n -> n < 5).toList() + "" + Stream.of(1, 2, 5, 1).dropWhile(n -> n < 5).toList(), () -> Stream.iterate(1, n -> n < 100, n -> n * 3).map(String::valueOf).collect(Collectors.joining(",")), () -> IntStream.of(3, 1, 2).summaryStatistics(), () -> Stream.of(1, 2).<Object>mapMulti((n, down) -> { down.accept(n); down.accept(-n); }).toList(), () -> Stream.of(3, 1, 2).sorted(Comparator.reverseOrder()).skip(1).findFirst().get(), () -> Stream.of(1, 2, 3).reduce(Integer::max).get(), () -> Stream.of(1, 2, 3).collect(Collectors.reducing(0, n -> n * n, Integer::sum)), () -> Arrays.toString(Stream.of("b", "a").sorted().toArray(String[]::new)), () -> IntStream.range(0, 5).mapToObj(i -> "x" + i).filter(s -> !s.endsWith("3")).collect(Collectors.toCollection(LinkedList::new)), () -> Stream.of("k1", "k2").collect(Collectors.toMap(Function.identity(), String::length)).size(), () -> Stream.of("k", "k").collect(Collectors.toMap(k -> k, k -> 1)), () -> Stream.of(1, 2, 3).collect(Collectors.averagingInt(n -> n)), () -> Stream.of(1, 2, 3).peek(n -> {}).noneMatch(n -> n > 3), () -> DoubleStream.of(1.5, 2.5).sum(), () -> LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b), () -> Stream.concat(Stream.of(1), Stream.of(2)).max(Comparator.naturalOrder()).get(), () -> Stream.of(List.of(1, 2), List.of(3)).flatMapToInt(l -> l.stream().mapToInt(n -> n)).sum(), () -> "hello".chars().distinct().count(), () -> Stream.of(1, 2, 3, 4).collect(Collectors.partitioningBy(n -> n % 2 == 0, Collectors.counting())), () -> IntStream.iterate(10, n -> n - 3).limit(4).boxed().toList(), () -> Stream.of(5, 3).min(Integer::compare).get(), () -> Stream.generate(() -> "z").limit(2).toList(), () -> Arrays.asList(1, 2, 3).stream().mapToDouble(n -> n).map(Math::sqrt).boxed().map(d -> String.format("%.2f", d)).toList(), () -> Stream.of(1).iterator().next(), () -> { Stream<Integer> s = Stream.of(1); s.count(); return s.count(); }, () -> IntStream.rangeClosed(1, 5).collect(StringBuilder::new, (b, n) -> b.append(n), StringBuilder::append), () -> Stream.of("a").collect(Collectors.collectingAndThen(Collectors.toList(), Collections::unmodifiableList)), () -> Stream.of(1, 2, 3).collect(Collectors.filtering(n -> n > 1, Collectors.toList())), () -> Stream.ofNullable(null).count(), () -> new Random(7).ints(3, 0, 10).boxed().toList());
    }

    public String optionals() {
        return all(() -> Optional.of(1).flatMap(n -> Optional.of(n + 1)), () -> Optional.empty().or(() -> Optional.of(2)).get(), () -> Optional.empty().orElseThrow(), () -> Optional.empty().orElseThrow(IllegalStateException::new), () -> Optional.of(1).stream().count(), () -> { int[] n = {0}; Optional.of(3).ifPresentOrElse(v -> n[0] = v, () -> n[0] = -1); return n[0]; }, () -> Optional.ofNullable((String) null).map(String::length).orElseGet(() -> 9), () -> Optional.of(1).equals(Optional.of(1)), () -> Optional.of("x").hashCode() == "x".hashCode(), () -> Optional.empty(), () -> OptionalInt.of(3).getAsInt() + OptionalDouble.of(1.5).getAsDouble(), () -> Optional.of(null));
    }

    public String numbers() {
        return all(() -> Math.toIntExact(1L << 40), () -> Math.multiplyExact(1 << 20, 1 << 20), () -> Math.hypot(3, 4), () -> Math.signum(-2.5), () -> Math.max(-0.0, 0.0), () -> Math.floor(-1.5) + Math.ceil(-1.5), () -> Math.round(-2.5) + Math.round(2.4f), () -> Math.abs(Integer.MIN_VALUE), () -> Math.negateExact(5), () -> Math.ulp(1.0), () -> Math.nextUp(1.0f), () -> Math.copySign(2, -0.0), () -> Math.floorMod(-7L, 4), () -> Math.fma(2.0, 3.0, 1.0), () -> Math.scalb(1.0, 4), () -> Math.getExponent(1024.0), () -> Math.toDegrees(Math.PI), () -> Math.cbrt(27), () -> Math.log10(1000), () -> Math.exp(0), () -> Integer.parseInt("-7f", 16), () -> Integer.toOctalString(64) + Integer.toString(-255, 36), () -> Integer.compareUnsigned(-1, 1), () -> Integer.divideUnsigned(-1, 2), () -> Integer.toUnsignedString(-1), () -> Integer.decode("0x1F") + Long.decode("-010"), () -> Long.toHexString(-1L), () -> Long.bitCount(-1L) + Long.numberOfTrailingZeros(8), () -> Long.compareUnsigned(-1, 1), () -> Long.toUnsignedString(-1), () -> Long.divideUnsigned(-1, 10), () -> Long.parseLong("99999999999999999999"), () -> Integer.reverseBytes(1), () -> Long.rotateRight(1, 1), () -> Integer.signum(-9), () -> Double.toString(1.0E21) + Double.toString(0.001) + Double.toString(1.0E-3 / 3), () -> Double.parseDouble("1e-400") + Double.parseDouble("0x1p3"), () -> Double.valueOf("abc"), () -> Float.parseFloat("3.4028236e38"), () -> Double.isFinite(1 / 0.0), () -> Double.toHexString(1.5), () -> Float.MIN_VALUE + "" + Float.MAX_VALUE, () -> 100.0f / 3, () -> 2.0 / 3, () -> 1e16 + 1, () -> 123456.789e-3, () -> (float) 1e10, () -> 0.1f + 0.2f, () -> 5.0 % 3.2, () -> -5 / 2 + -5 % 2, () -> Short.MAX_VALUE + Byte.MIN_VALUE, () -> Byte.parseByte("128"), () -> Character.MAX_VALUE + 0, () -> new Random(42).nextInt(100) + " " + new Random(42).nextLong() + " " + new Random(1).nextDouble() + " " + new Random(3).nextGaussian() + " " + new Random(5).nextBoolean());
    }

    public String moreBigNumbers() {
        return all(() -> BigInteger.valueOf(3).modPow(BigInteger.valueOf(200), BigInteger.valueOf(13)), () -> BigInteger.ONE.shiftLeft(70).subtract(BigInteger.ONE).bitLength(), () -> new BigInteger("-17").divide(BigInteger.valueOf(5)) + " " + new BigInteger("-17").mod(BigInteger.valueOf(5)) + " " + new BigInteger("-17").remainder(BigInteger.valueOf(5)), () -> new BigInteger("123456789").multiply(new BigInteger("987654321987654321")), () -> BigInteger.valueOf(1000000).sqrt(), () -> new BigInteger("ff", 16).toString(2), () -> BigInteger.valueOf(97).isProbablePrime(10), () -> BigInteger.TEN.pow(30).toString().length(), () -> BigInteger.valueOf(5).compareTo(BigInteger.TWO), () -> BigInteger.TEN.divide(BigInteger.ZERO), () -> new BigInteger("12").modInverse(BigInteger.valueOf(35)), () -> BigInteger.valueOf(6).and(BigInteger.valueOf(3)).or(BigInteger.valueOf(8)).not(), () -> new BigInteger("999999999999").longValueExact(), () -> new BigInteger("99999999999999999999").intValueExact(), () -> new BigDecimal("1.005").setScale(2, RoundingMode.HALF_EVEN), () -> new BigDecimal("2").divide(new BigDecimal("3")), () -> new BigDecimal("1E+3").toPlainString() + new BigDecimal("1000").stripTrailingZeros(), () -> new BigDecimal("1.0").equals(new BigDecimal("1.00")), () -> new BigDecimal("1.0").compareTo(new BigDecimal("1.00")), () -> new BigDecimal(0.1).scale(), () -> BigDecimal.valueOf(0.1).multiply(BigDecimal.valueOf(3)), () -> new BigDecimal("123.456").negate().abs().precision(), () -> new BigDecimal("10").remainder(new BigDecimal("3")), () -> new BigDecimal("1.1").pow(5), () -> new BigDecimal("12345.678").round(new java.math.MathContext(3)));
    }

    public String moreArrays() {
        return all(() -> { int[] a = new int[4]; Arrays.setAll(a, i -> i * i); return Arrays.toString(a); }, () -> Arrays.deepEquals(new int[][] {{1}}, new int[][] {{1}}), () -> { String[] a = {"b", "C", "a"}; Arrays.sort(a, String.CASE_INSENSITIVE_ORDER); return String.join("", a); }, () -> { int[] a = {5, 4, 3, 2}; Arrays.sort(a, 1, 3); return Arrays.toString(a); }, () -> Arrays.asList(1, 2, 3).subList(1, 2), () -> Arrays.copyOf(new String[] {"a"}, 2)[1], () -> Arrays.equals(new double[] {0.0}, new double[] {-0.0}), () -> Arrays.stream(new String[] {"x", "y"}).collect(Collectors.joining()), () -> { char[] c = "dcba".toCharArray(); Arrays.sort(c); return new String(c); }, () -> { Object[] a = {1, "a", null, new int[] {1}}; return Arrays.deepHashCode(a) + Arrays.asList(a).size(); }, () -> { long[] a = {3, 1}; long[] b = a.clone(); Arrays.sort(b); return a[0] + "" + b[0]; }, () -> { int[] a = new int[200]; for (int i = 0; i < 200; i++) a[i] = (i * 7919) % 211; Arrays.sort(a); return a[0] + " " + a[100] + " " + a[199]; }, () -> { Integer[] a = new Integer[50]; for (int i = 0; i < 50; i++) a[i] = (i * 37) % 53; Arrays.sort(a); return a[10]; }, () -> { double[] d = {2.5, Double.NaN, -1}; Arrays.sort(d); return Arrays.toString(d); }, () -> { System.arraycopy(new int[2], 0, new long[2], 0, 1); return 0; }, () -> { int[] a = {1, 2, 3, 4}; System.arraycopy(a, 0, a, 1, 3); return Arrays.toString(a); }, () -> { System.arraycopy(new int[2], 1, new int[2], 0, 2); return 0; }, () -> { Object[] a = new Integer[1]; a[0] = "s"; return 0; }, () -> ((int[][]) new int[2][])[0], () -> new boolean[2][2][1].length + new char[3].length, () -> Arrays.hashCode(new Object[] {null, 1}), () -> Arrays.compare("ab".toCharArray(), "abc".toCharArray()), () -> { byte[] b = new byte[3]; Arrays.fill(b, 1, 3, (byte) 9); return Arrays.toString(b); }, () -> List.of(new Integer[] {1, 2}).size());
    }

    public String moreExpressions() {
        return all(() -> { Matcher m = Pattern.compile("(?<key>\\w+)=(?<value>\\d*)").matcher("a=1;b=22"); StringBuilder b = new StringBuilder(); while (m.find()) b.append(m.group("key")).append(m.group("value")).append(m.start()).append(' '); return b; }, () -> Pattern.compile("\\s*,\\s*").split("a , b,c").length, () -> "aBc".replaceAll("(?i)b", "-$0-"), () -> Pattern.compile("\\d+").matcher("a1b22").replaceAll(r -> "<" + r.group() + ">"), () -> Pattern.matches("(a|b)*c?", "abba"), () -> Pattern.compile("^b", Pattern.MULTILINE).matcher("a\nb").find(), () -> Pattern.quote("a.b"), () -> "x.y".split(Pattern.quote("."))[1], () -> Pattern.compile("a{2,3}?").matcher("aaaa").results().count(), () -> Pattern.compile("(\\w)\\1").matcher("hello").find(), () -> "tel: 123-456".replaceAll("[^0-9]", ""), () -> Pattern.compile("(?=.*\\d)(?=.*[a-z]).{4,}").matcher("abc1").matches(), () -> Pattern.compile("[").pattern(), () -> "a|b".split("\\|").length, () -> Pattern.compile("é").matcher("caf\u00e9").find(), () -> Pattern.compile(",").splitAsStream("1,2").mapToInt(Integer::parseInt).sum(), () -> Pattern.compile("a.c", Pattern.DOTALL).matcher("a\nc").matches());
    }

    public String texts() {
        return all(() -> { try (BufferedReader r = new BufferedReader(new StringReader("one\ntwo"))) { return r.readLine() + r.lines().count(); } catch (IOException e) { throw new UncheckedIOException(e); } }, () -> { StringWriter w = new StringWriter(); w.write("a"); w.append('b'); return w; }, () -> { try { ByteArrayOutputStream bytes = new ByteArrayOutputStream(); DataOutputStream out = new DataOutputStream(bytes); out.writeInt(258); out.writeUTF("hé"); out.writeLong(-2); out.writeDouble(1.5); DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())); return bytes.size() + " " + in.readInt() + in.readUTF() + in.readLong() + in.readDouble(); } catch (IOException e) { throw new UncheckedIOException(e); } }, () -> Base64.getEncoder().encodeToString("hello".getBytes(StandardCharsets.UTF_8)), () -> new String(Base64.getDecoder().decode("aGk="), StandardCharsets.UTF_8), () -> HexFormat.of().formatHex(new byte[] {1, -1}), () -> new StringTokenizer("a-b", "-").nextToken(), () -> String.format("%08.3f|%+d|%o|%X", 3.14159, 5, 8, 255), () -> String.format("%-5s|%5.1f|%03d", "ab", 2.25, 7), () -> String.format("%d", "x"), () -> String.join(",", List.of("a", "b")), () -> Character.isDigit('5') + "" + Character.isLetterOrDigit('_') + Character.isUpperCase('É') + Character.toLowerCase('É') + Character.getNumericValue('a') + Character.isWhitespace('\t'), () -> Character.toChars(128512).length + Character.toString(97), () -> Character.isJavaIdentifierStart('$'), () -> new StringJoiner("-").setEmptyValue("none"), () -> Objects.toString(null, "d") + Objects.hashCode(null) + Objects.requireNonNullElseGet(null, () -> "g"), () -> Objects.checkIndex(3, 3), () -> Objects.compare(1, 2, Integer::compare), () -> UUID.fromString("x"), () -> Locale.ROOT.toString().isEmpty(), () -> "TITLE".toLowerCase(Locale.ROOT), () -> Integer.toString(7).concat(Boolean.toString(true)), () -> Boolean.parseBoolean("TRUE") ^ Boolean.valueOf("no"));
    }

    public String moreBuffers() {
        return all(() -> { ByteBuffer b = ByteBuffer.allocate(16); b.putInt(1).putLong(2).flip(); return b.remaining() + " " + b.getInt() + b.getLong() + b.hasRemaining(); }, () -> { IntBuffer b = IntBuffer.allocate(2); b.put(5).put(6).flip(); return b.get() + b.get(); }, () -> CharBuffer.wrap("abc").subSequence(1, 3), () -> LongBuffer.wrap(new long[] {1, 2}).get(1), () -> ByteBuffer.wrap(new byte[] {1, 2, 3, 4}).asIntBuffer().get(0), () -> ByteBuffer.allocate(4).asReadOnlyBuffer().put((byte) 1), () -> ByteBuffer.wrap(new byte[] {5, 6}).compact().position(), () -> { ByteBuffer b = ByteBuffer.allocate(8); b.put(new byte[] {1, 2, 3, 4, 5, 6, 7}); return b.get(6) + b.duplicate().position(); }, () -> ByteBuffer.allocate(3).putFloat(1), () -> ByteBuffer.allocate(4).putChar('x').getChar(0), () -> ByteBuffer.allocate(1).get(1), () -> StandardCharsets.UTF_8.encode("é").remaining(), () -> StandardCharsets.UTF_8.decode(ByteBuffer.wrap(new byte[] {65})).toString(), () -> ByteBuffer.allocate(4).hashCode() == ByteBuffer.allocate(4).hashCode());
    }

    public String moreConcurrency() {
        return all(() -> { ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>(Map.of("a", 1, "b", 2)); return m.reduceValuesToInt(Long.MAX_VALUE, v -> v, 0, Integer::sum) + m.search(Long.MAX_VALUE, (k, v) -> v == 2 ? k : null) + m.mappingCount() + m.replace("a", 1, 5) + m.remove("a", 9) + m.keySet().size(); }, () -> { ConcurrentSkipListSet<Integer> s = new ConcurrentSkipListSet<>(List.of(3, 1, 2)); return s.pollFirst() + "" + s + s.ceiling(3) + s.headSet(3); }, () -> { LinkedBlockingQueue<Integer> q = new LinkedBlockingQueue<>(2); q.add(1); q.offer(2); List<Integer> out = new ArrayList<>(); q.drainTo(out); return out + "" + q.remainingCapacity(); }, () -> { LinkedBlockingQueue<Integer> q = new LinkedBlockingQueue<>(1); q.add(1); q.add(2); return q; }, () -> { CopyOnWriteArraySet<Integer> s = new CopyOnWriteArraySet<>(List.of(1, 2)); return s.add(2) + "" + s.remove(1) + s; }, () -> { LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>(); q.put(1); return q.tryTransfer(2) + "" + q.poll(); }, () -> { DelayQueue<Delayed> q = new DelayQueue<>(); return q.poll(); }, () -> { FutureTask<Integer> t = new FutureTask<>(() -> 5); t.run(); try { return t.get() + "" + t.isDone() + t.cancel(true); } catch (Exception e) { return e; } }, () -> CompletableFuture.completedFuture(2).thenCompose(n -> CompletableFuture.completedFuture(n * 2)).thenAccept(n -> {}).isDone(), () -> CompletableFuture.allOf(CompletableFuture.completedFuture(1), CompletableFuture.completedFuture(2)).isDone(), () -> CompletableFuture.completedFuture(1).handle((v, e) -> v + 1).whenComplete((v, e) -> {}).join(), () -> { AtomicReferenceArray<String> a = new AtomicReferenceArray<>(2); a.set(0, "x"); return a.compareAndSet(0, "x", "y") + a.get(0) + a.length() + a; }, () -> { AtomicLongArray a = new AtomicLongArray(2); return a.addAndGet(1, 5) + a.getAndIncrement(1) + a.updateAndGet(0, n -> n + 3); }, () -> { AtomicBoolean b = new AtomicBoolean(); return b.compareAndSet(false, true) + "" + b.getAndSet(false) + b; }, () -> { AtomicStampedReference<String> r = new AtomicStampedReference<>("a", 0); int[] stamp = new int[1]; r.compareAndSet("a", "b", 0, 1); return r.get(stamp) + stamp[0]; }, () -> { DoubleAdder d = new DoubleAdder(); d.add(1.5); return d.sumThenReset() + d.sum(); }, () -> { ThreadLocal<Integer> t = ThreadLocal.withInitial(() -> 4); t.set(t.get() + 1); int n = t.get(); t.remove(); return n + t.get(); }, () -> { Phaser p = new Phaser(1); return p.arrive() + p.getPhase() + p.getRegisteredParties(); }, () -> { Semaphore s = new Semaphore(3); return s.drainPermits() + s.availablePermits(); }, () -> TimeUnit.DAYS.toHours(2) + TimeUnit.NANOSECONDS.toMicros(5000), () -> { Logger log = Logger.getLogger("x"); log.info("hi"); return log.getName() + log.isLoggable(java.util.logging.Level.FINEST); }, () -> { System.Logger log = System.getLogger("x"); log.log(System.Logger.Level.DEBUG, "hi"); return log.isLoggable(System.Logger.Level.TRACE); }, () -> Executors.callable(() -> {}) != null, () -> new CountDownLatch(2).getCount(), () -> ForkJoinPool.getCommonPoolParallelism() > 0);
    }

    public String moreTime() {
        return all(() -> Duration.parse("PT1H30M").toMinutes(), () -> Duration.ofMillis(1500).plusSeconds(1).getSeconds(), () -> LocalTime.of(23, 30).plusHours(2), () -> ChronoUnit.DAYS.between(LocalDate.of(2024, 1, 1), LocalDate.of(2024, 3, 1)), () -> LocalDate.of(2024, 2, 29).plusYears(1), () -> Instant.ofEpochSecond(0), () -> Instant.ofEpochMilli(1500).getNano(), () -> LocalDate.of(2024, 1, 31).withMonth(2), () -> LocalDate.EPOCH.isLeapYear(), () -> Duration.between(Instant.EPOCH, Instant.ofEpochSecond(61)), () -> Instant.now().isAfter(Instant.ofEpochSecond(-1)), () -> LocalDate.of(2024, 5, 5).getMonth(), () -> java.time.Period.between(LocalDate.of(2020, 1, 15), LocalDate.of(2021, 3, 1)));
    }

    public String moreClasses() throws Exception {
        return all(() -> Circle.class.getSimpleName() + Circle.class.getName(), () -> int[][].class.getSimpleName() + int[][].class.getTypeName(), () -> Map.Entry.class.getCanonicalName(), () -> new Object() {}.getClass().getSimpleName().isEmpty(), () -> new Object() {}.getClass().isAnonymousClass(), () -> Circle.class.isMemberClass() + "" + String.class.isMemberClass(), () -> ArrayList.class.getInterfaces().length, () -> String.class.getPackageName() + int.class.getPackageName(), () -> List.class.isInstance(new ArrayList<>()), () -> Integer.class.cast(5), () -> Integer.class.cast("5"), () -> Operation.PLUS.getClass().isEnum() + "" + Operation.class.isEnum(), () -> String.class.toString() + int.class + Runnable.class, () -> reflect("length"), () -> reflect("nothing"), () -> reflect("charAt"));
    }

    public String exponents() {
        return all(() -> String.format("%e", 12345.678), () -> String.format("%.2e|%12.1E|%e", -0.00099951, 1e100, 0.0), () -> String.format("%.0e", 9.6), () -> String.format("%+.3e", 1.0 / 3), () -> String.format("%e", 5));
    }

    public String widths() {
        return all(() -> String.format("%-5s|%s", "ab", List.of(1)), () -> String.format("%8s|%.2s|%S 100%%", List.of(1), List.of(2), List.of("c")), () -> String.format("%2$5s %1$d", 7, Optional.of(1)), () -> String.format("%b %B", List.of(), "x"), () -> String.format("%6d|%-4d", BigInteger.TEN, BigInteger.TWO), () -> String.format("%d", List.of(1)), () -> String.format("%5.1f %-4s|", 2.25, new StringBuilder("ab")));
    }

    public String sleeps() {
        return all(() -> { Thread.currentThread().interrupt(); try { Thread.sleep(5); return 1; } catch (InterruptedException e) { return "ended" + Thread.currentThread().isInterrupted(); } }, () -> { try { TimeUnit.MILLISECONDS.sleep(1); return Thread.interrupted(); } catch (InterruptedException e) { return e; } });
    }

    private static long number = 5;
    private static Integer boxed = 6;

    private static int twice(int of) {
        return 2 * of;
    }

    public String handles() throws ReflectiveOperationException {
        var lookup = java.lang.invoke.MethodHandles.lookup();
        var field = lookup.findStaticVarHandle(MoreLibraryCalls.class, "number", long.class);
        var object = lookup.findStaticVarHandle(MoreLibraryCalls.class, "boxed", Integer.class);
        var element = java.lang.invoke.MethodHandles.arrayElementVarHandle(int[].class);
        var twice = lookup.findStatic(MoreLibraryCalls.class, "twice", java.lang.invoke.MethodType.methodType(int.class, int.class));
        int[] array = {1, 2};
        return all(() -> field.get(), () -> field.compareAndSet(5, 7), () -> number, () -> field.getAndAdd(1), () -> { field.setVolatile(3); return number; }, () -> { field.getAndSet(9); return field.getVolatile() + "!"; }, () -> object.compareAndSet(6, 8), () -> boxed, () -> (int) object.get() + 1, () -> element.getAndAdd(array, 1, 5), () -> (long) element.get(array, 1) + 1L, () -> (double) element.getVolatile(array, 0), () -> (Object) element.compareAndSet(array, 0, (Integer) 1, 4), () -> array[0], () -> {
            try {
                return twice.invoke(4) + "" + (long) twice.invoke((short) 5) + twice.invoke((Integer) 6);
            } catch (Throwable e) {
                return e;
            }
        });
    }

    private static Object reflect(String name) {
        try {
            return switch (name) {
                case "charAt" -> String.class.getMethod(name, int.class).invoke("abc", 1);
                case "nothing" -> String.class.getMethod(name);
                default -> String.class.getMethod(name).invoke("abc");
            };
        } catch (ReflectiveOperationException e) {
            return e.getClass().getSimpleName();
        }
    }
}
