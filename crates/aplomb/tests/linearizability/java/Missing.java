package samples;

/** What {@link Needing} needs; its class file gets lost. */
class Missing {
    int value() {
        return 1;
    }
}
