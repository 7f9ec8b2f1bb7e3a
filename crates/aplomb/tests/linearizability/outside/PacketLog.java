// holds
package outside;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Numbers in a byte buffer, behind one lock. */
public class PacketLog {
    private final ByteBuffer buffer = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);

    public synchronized int append(int number) {
        buffer.putInt(number).putShort((short) (number * 3));
        return buffer.position();
    }

    public synchronized String dump() {
        ByteBuffer copy = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        copy.flip();
        StringBuilder text = new StringBuilder();
        while (copy.hasRemaining()) {
            text.append(copy.getInt()).append(':').append(copy.getShort()).append(' ');
        }
        return text.toString().trim();
    }
}
