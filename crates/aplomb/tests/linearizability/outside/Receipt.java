// holds
package outside;

/** A receipt is printed from fields that change together. */
public class Receipt {
    private String item = "tea";
    private double price = 1.5;

    public synchronized void item(String name) {
        item = name;
    }

    public synchronized void discount() {
        price = price / 2;
    }

    public synchronized String print() {
        return String.format("%-6s|%8.3f|%5d%%|%x", item, price, (int) (price * 100), item.hashCode());
    }
}
