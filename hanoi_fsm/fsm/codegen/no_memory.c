/* There is nothing to keep but the number of events so far. */
struct memory {
    uint64_t number;
};
