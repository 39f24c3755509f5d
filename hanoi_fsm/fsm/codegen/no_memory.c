/* There is nothing to remember but how many events there were. */
struct memory {
    uint64_t number;
};
