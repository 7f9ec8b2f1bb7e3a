import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.*;

/** Every method returns a text that a real JVM and the machine must agree on. */
public class Language {
    public static void main(String[] names) throws Exception {
        print(Language.class);
    }

    static void print(Class<?> of) throws Exception {
        for (var method : of.getDeclaredMethods()) {
            if (method.getReturnType() == String.class && method.getParameterCount() == 0) {
                Object result;
                try {
                    result = method.invoke(of.getDeclaredConstructor().newInstance());
                } catch (java.lang.reflect.InvocationTargetException e) {
                    result = "threw " + e.getCause().getClass().getName();
                }
                System.out.println(method.getName() + "=" + result);
            }
        }
    }

    public String integers() {
        int a = Integer.MAX_VALUE, b = -7;
        StringBuilder s = new StringBuilder();
        s.append(a + 1).append(' ').append(b / 2).append(' ').append(b % 3).append(' ').append(b >> 1);
        s.append(' ').append(b >>> 28).append(' ').append(1 << 33).append(' ').append(Integer.MIN_VALUE / -1);
        s.append(' ').append((byte) 200).append(' ').append((short) 70000).append(' ').append((int) (char) -1);
        s.append(' ').append(a ^ b).append(' ').append(a & b).append(' ').append(-a).append(' ').append(~b);
        return s.toString();
    }

    public String longs() {
        long a = Long.MIN_VALUE, b = 0x123456789ABCDEFL;
        return (a - 1) + " " + (b * b) + " " + (b / -1000) + " " + (b % 1001) + " " + (a >> 62) + " " + (a >>> 62)
            + " " + (1L << 65) + " " + (int) b + " " + Long.compare(a, b) + " " + (a / -1) + " " + (a ^ b);
    }

    public String floatingPoint() {
        double d = 1.0 / 3, nan = 0.0 / 0.0, inf = 1 / 0.0;
        float f = 16777217;
        boolean less = nan < 1, greater = nan > 1, equal = nan == nan;
        int big = (int) 1e20, small = (int) -1e20, none = (int) nan;
        long whole = (long) 1e18;
        return (d > 0.333 && d < 0.334) + " " + less + greater + equal + " " + big + " " + small + " " + none + " "
            + whole + " " + (int) f + " " + (inf > 5) + " " + (int) (7.9f % 3) + " " + (long) (5.5 * -2)
            + " " + Double.doubleToLongBits(d) + " " + Float.floatToIntBits(2.5f) + " " + (int) Math.sqrt(50)
            + " " + (int) -0.9 + " " + (int) (float) 3.99 + " " + Double.compare(0.0, -0.0);
    }

    public String switches() {
        StringBuilder s = new StringBuilder();
        for (int i = -1; i < 5; i++) {
            switch (i) { case 0: s.append("zero"); case 1: s.append("one"); break; case 3: s.append("three"); break; default: s.append('?'); }
            switch (i * 1000) { case 1000: s.append("k"); break; case -1000: s.append("m"); break; }
        }
        for (String word : new String[] {"a", "bb", "Aa", "BB", ""}) {
            switch (word) { case "Aa": s.append(1); break; case "BB": s.append(2); break; case "a": s.append(3); break; default: s.append(0); }
        }
        for (Colour colour : Colour.values()) {
            s.append(switch (colour) { case RED -> "r"; case GREEN -> "g"; case BLUE -> "b"; });
        }
        return s.toString();
    }

    enum Colour {
        RED, GREEN { @Override int weight() { return 20; } }, BLUE;
        int weight() { return 10; }
    }

    public String enums() {
        Map<Colour, Integer> map = new EnumMap<>(Colour.class);
        map.put(Colour.BLUE, 3);
        map.put(Colour.RED, 1);
        return Colour.valueOf("GREEN").weight() + " " + Colour.BLUE.ordinal() + " " + map + " " + EnumSet.of(Colour.RED, Colour.GREEN)
            + " " + Colour.RED.compareTo(Colour.BLUE) + " " + Colour.GREEN;
    }

    public String exceptions() {
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            try {
                s.append(provoke(i));
            } catch (ArithmeticException | NegativeArraySizeException e) {
                s.append("A:").append(e.getMessage());
            } catch (IndexOutOfBoundsException e) {
                s.append("I:").append(e.getMessage());
            } catch (RuntimeException e) {
                s.append(e.getClass().getName());
            } finally {
                s.append(';');
            }
        }
        return s.toString();
    }

    private int provoke(int how) {
        int[] array = new int[2];
        Object text = "text";
        switch (how) {
            case 0: return 1 / (how * 1);
            case 1: return array[2];
            case 2: return array[-how];
            case 3: return ((Integer) text).intValue();
            case 4: return ((String) null).length();
            case 5: return new int[-how].length;
            case 6: { Object[] strings = new String[1]; strings[0] = how; return 0; }
            case 7: throw new IllegalStateException("seven");
            default: return 5;
        }
    }

    public String finallyOrder() {
        StringBuilder s = new StringBuilder();
        try (Resource a = new Resource("a", s); Resource b = new Resource("b", s)) {
            s.append("body ");
            throw new IllegalArgumentException("x");
        } catch (IllegalArgumentException e) {
            s.append("caught ").append(e.getMessage());
        } finally {
            s.append(" end");
        }
        return s.toString();
    }

    static class Resource implements AutoCloseable {
        final String name; final StringBuilder log;
        Resource(String name, StringBuilder log) { this.name = name; this.log = log; log.append("open ").append(name).append(' '); }
        public void close() { log.append("close ").append(name).append(' '); }
    }

    private int touched;
    private void touchAndThrow() { touched++; throw new IllegalStateException(); }

    /** A variable that only the handler of the last call reads. */
    public String handlerVariable() {
        String kept = "kept";
        try { touchAndThrow(); } catch (IllegalStateException e) { return kept + touched; }
        return "not thrown";
    }

    public String stackOverflow() {
        try { return "" + endless(1); } catch (StackOverflowError e) { return "overflow"; }
    }

    private int endless(int n) { return endless(n + 1) + 1; }

    public String arrays() {
        int[][] grid = new int[3][4];
        long[][][] cube = new long[2][3][];
        grid[1][2] = 7;
        boolean[] flags = {true, false};
        char[] letters = {'x', 'y'};
        byte[] bytes = {1, (byte) 255};
        short[] shorts = {-1};
        double[] doubles = {1.5};
        Object[] copy = Arrays.copyOf(new Integer[] {1, 2}, 3);
        int[] cloned = {3, 1, 2};
        int[] sorted = cloned.clone();
        Arrays.sort(sorted);
        System.arraycopy(cloned, 0, cloned, 1, 2);
        return grid[1][2] + " " + grid.length + grid[0].length + " " + cube[1].length + cube[1][2] + " " + flags[0] + flags[1] + letters[1]
            + bytes[1] + shorts[0] + doubles[0] + " " + Arrays.toString(copy) + Arrays.toString(sorted) + Arrays.toString(cloned)
            + Arrays.equals(new int[] {1, 2}, new int[] {1, 2}) + Arrays.hashCode(new int[] {4, 5}) + new int[0].getClass().getName();
    }

    public String strings() {
        String s = "Hello, Wörld \u4f60\ud83d\ude00";
        String t = "abc";
        return s.length() + s.substring(7) + s.indexOf("W") + s.toUpperCase().charAt(1) + s.hashCode() + t.concat("d").equals("abcd")
            + "b".compareTo("a") + " x ".trim() + "a,b".replace(',', ';') + String.valueOf(3.0 > 2) + t.contains("bc") + (t == "abc")
            + ("ab" + "c" == t) + new String("abc").intern().equals(t) + String.join("-", "p", "q") + "ab".repeat(2) + Integer.parseInt("-42")
            + Integer.toHexString(255) + Long.toString(-9L) + "%".isEmpty() + "AbC".toLowerCase() + "x".startsWith("x") + 'c' + 1 + 2L + null;
    }

    interface Shape { int area(); default String show() { return name() + area(); } private String name() { return "shape"; } static Shape unit() { return () -> 1; } }

    public String lambdas() {
        int captured = 5;
        long wide = 7;
        IntBinaryOperator plus = (a, b) -> a + b + captured;
        Function<Integer, Integer> twice = x -> x * 2;
        Supplier<List<String>> make = ArrayList::new;
        Function<String, Integer> length = String::length;
        BiFunction<String, String, Boolean> equal = String::equals;
        ToLongFunction<Integer> widen = x -> x + wide;
        UnaryOperator<String> bang = s -> s + "!";
        List<String> list = make.get();
        list.add("z"); list.add("a");
        list.sort(Comparator.naturalOrder());
        Runnable run = () -> list.add("ran");
        run.run();
        Predicate<String> empty = String::isEmpty;
        IntFunction<int[]> array = int[]::new;
        return plus.applyAsInt(1, 2) + " " + twice.andThen(x -> x + 1).apply(4) + " " + length.apply("four") + " " + equal.apply("a", "a")
            + " " + widen.applyAsLong(1) + " " + bang.apply("hi") + list + empty.negate().test("") + array.apply(3).length + Shape.unit().show();
    }

    record Point(int x, long y, String label, double w) { Point { if (x < 0) throw new IllegalArgumentException(); } }

    public String records() {
        Point p = new Point(1, 2, "p", 0.5), q = new Point(1, 2, "p", 0.5);
        return p + " " + p.equals(q) + p.equals("x") + (p.hashCode() == q.hashCode()) + p.equals(new Point(1, 3, "p", 0.5)) + p.label();
    }

    abstract static class Animal { String speak() { return "I am " + name(); } abstract String name(); static String kind = "animal"; }
    static class Dog extends Animal { String name() { return "dog"; } @Override String speak() { return super.speak() + "!"; } }
    class Inner { int value = outer + 1; class Deeper { int sum() { return value + outer; } } }
    int outer = 41;

    public String objects() {
        Animal dog = new Dog();
        Inner inner = new Inner();
        Object anonymous = new Object() { @Override public String toString() { return "anonymous" + outer; } };
        return dog.speak() + " " + (dog instanceof Dog) + ((Object) dog instanceof Comparable) + Animal.kind + inner.value + inner.new Deeper().sum() + anonymous
            + dog.getClass().getName() + dog.getClass().getSimpleName() + new int[0][0].getClass().getSimpleName();
    }

    public String collections() {
        Map<String, Integer> map = new HashMap<>();
        for (String word : "the cat and the dog and the bird".split(" ")) map.merge(word, 1, Integer::sum);
        TreeMap<String, Integer> sorted = new TreeMap<>(map);
        Deque<Integer> deque = new ArrayDeque<>(List.of(1, 2, 3));
        deque.addFirst(0);
        PriorityQueue<Integer> heap = new PriorityQueue<>(Comparator.reverseOrder());
        heap.addAll(List.of(3, 9, 4));
        LinkedHashSet<Integer> set = new LinkedHashSet<>(Arrays.asList(5, 3, 5));
        List<Integer> list = new LinkedList<>(set);
        Collections.reverse(list);
        Iterator<Integer> it = list.iterator();
        it.next(); it.remove();
        return sorted + " " + deque + deque.pollLast() + " " + heap.poll() + " " + set + list + sorted.headMap("cat", true) + Optional.of(3).map(x -> x + 1).get()
            + Objects.hash(1, 2) + new ConcurrentHashMap<>(Map.of("k", 1)) + new ConcurrentSkipListMap<>(sorted).firstKey();
    }

    public String boxing() {
        Integer a = 127, b = 127, c = 1000, d = 1000;
        Long l = 5L;
        Character ch = 'q';
        Object o = 3;
        int sum = a + c;
        return (a == b) + " " + (c == d) + c.equals(d) + sum + l.hashCode() + ch + (o instanceof Integer i ? i + 1 : 0) + Boolean.TRUE + l.equals(5) + Integer.valueOf(-128);
    }

    static int counter;
    static class Lazy { static final int VALUE = ++counter; static final String NAME = "lazy"; }

    public String classInitialisation() {
        int before = counter;
        String name = Lazy.NAME;
        int between = counter;
        int value = Lazy.VALUE;
        return (between - before) + name + (counter - before) + (value == counter);
    }

    static class Broken { static int x = 1 / (counter - counter); }

    public String failingInitialisation() {
        String s = "";
        for (int i = 0; i < 2; i++) {
            try { s += Broken.x; } catch (Throwable t) { s += t.getClass().getSimpleName() + ";"; }
        }
        return s;
    }

    public String generics() {
        List<? extends Number> numbers = List.of(1, 2.5, 3L);
        double total = 0;
        for (Number n : numbers) total += n.doubleValue();
        return (int) (total * 10) + " " + max(List.of(3, 8, 5)) + " " + swap(new String[] {"x", "y"})[0];
    }

    private static <T extends Comparable<T>> T max(List<T> list) { T best = list.get(0); for (T t : list) if (t.compareTo(best) > 0) best = t; return best; }
    private static <T> T[] swap(T[] pair) { T t = pair[0]; pair[0] = pair[1]; pair[1] = t; return pair; }

    public String misc() {
        int i = 5;
        i += 3.7;
        i <<= 2;
        long sum = 0;
        outer:
        for (int a = 0; a < 10; a++) for (int b = 0; b < 10; b++) { if (b == 5) continue outer; if (a == 4) break outer; sum += (long) a * b; }
        Random random = new Random(42);
        return i + " " + sum + " " + random.nextInt(100) + " " + random.nextLong() + " " + TimeUnit.SECONDS.toMillis(2) + Math.max(3, 4) + Math.floorMod(-7, 3)
            + Integer.bitCount(255) + Long.numberOfTrailingZeros(64) + Character.isDigit('7') + Character.toUpperCase('q') + (5 > 3 ? "yes" : "no") + Integer.compare(2, 9);
    }
}
