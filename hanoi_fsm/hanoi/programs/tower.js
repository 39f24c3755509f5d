function main(words) {
    const { given, source, target } = taskOf(words);
    if (given.length > 1)
        throw new BadInput(`unrecognized argument ${shown(given[1])}: usage: ${USAGE}`);
    if (given.length === 0)
        throw new BadInput(`the number of disks is missing: usage: ${USAGE}`);
    if (!/^[0-9]+$/.test(given[0]))
        throw new BadInput(`${shown(given[0])} is not a number of disks: write decimal digits`);
    const disks = Number(given[0]);
    if (disks > MOST_DISKS)
        throw new BadInput(
            `invalid number of disks ${shown(given[0])}: expected at most ${MOST_DISKS}`,
        );
    print(rows(moves(begin(disks, source, target), disks)));
}
