// violated
package outside;

/** The state is volatile, but switching is two steps. */
public class DoorLock {
    public enum Door { OPEN, CLOSED, LOCKED }

    private volatile Door door = Door.CLOSED;

    public boolean open() {
        return change(Door.CLOSED, Door.OPEN);
    }

    public boolean close() {
        return change(Door.OPEN, Door.CLOSED);
    }

    public boolean lock() {
        return change(Door.CLOSED, Door.LOCKED);
    }

    private boolean change(Door from, Door to) {
        switch (door) {
            case OPEN, CLOSED, LOCKED -> {
                if (door != from) {
                    return false;
                }
            }
        }
        door = to;
        return true;
    }
}
