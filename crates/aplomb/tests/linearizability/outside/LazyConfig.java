// holds
package outside;

import java.util.Properties;

/** The configuration is read when somebody asks for it: double-checked locking. */
public class LazyConfig {
    private volatile Properties properties;
    private int loads;

    public String get(String key) {
        Properties loaded = properties;
        if (loaded == null) {
            synchronized (this) {
                loaded = properties;
                if (loaded == null) {
                    loads++;
                    loaded = load();
                    properties = loaded;
                }
            }
        }
        return loaded.getProperty(key, "none");
    }

    public synchronized int loads() {
        return loads;
    }

    private Properties load() {
        Properties fresh = new Properties();
        fresh.setProperty("a", "alpha");
        return fresh;
    }
}
