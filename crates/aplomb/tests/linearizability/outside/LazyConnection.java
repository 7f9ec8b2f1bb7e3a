// violated
package outside;

/** A connection that is opened late, and sometimes twice. */
public class LazyConnection {
    private static class Connection {
        final int number;

        Connection(int number) {
            this.number = number;
        }
    }

    private Connection connection;
    private int opened;

    public int connect() {
        if (connection == null) {
            connection = new Connection(++opened);
        }
        return connection.number;
    }

    public int opened() {
        return opened;
    }
}
