// violated
package outside;

import java.util.LinkedHashMap;
import java.util.Map;

/** Each segment forgets its eldest entry; the size is asked segment by segment. */
public class SegmentedLru {
    private static final class Segment extends LinkedHashMap<Integer, String> {
        Segment() {
            super(4, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
            return size() > 1;
        }
    }

    private final Segment[] segments = {new Segment(), new Segment()};

    private Segment segment(int key) {
        return segments[key & 1];
    }

    public String get(int key) {
        Segment segment = segment(key);
        synchronized (segment) {
            return segment.get(key);
        }
    }

    public void put(int key, String value) {
        Segment segment = segment(key);
        synchronized (segment) {
            segment.put(key, value);
        }
    }

    public boolean remove(int key) {
        Segment segment = segment(key);
        synchronized (segment) {
            return segment.remove(key) != null;
        }
    }

    public int size() {
        int size = 0;
        for (Segment segment : segments) {
            synchronized (segment) {
                size += segment.size();
            }
        }
        return size;
    }
}
