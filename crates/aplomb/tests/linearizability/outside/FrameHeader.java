// violated
package outside;

import java.nio.ByteBuffer;

/** Two numbers of a header are written under a lock, and read without one. */
public class FrameHeader {
    private final ByteBuffer header = ByteBuffer.allocate(8);

    public synchronized void write(int version) {
        header.putInt(0, version);
        header.putInt(4, version);
    }

    public boolean isConsistent() {
        return header.getInt(0) == header.getInt(4);
    }
}
