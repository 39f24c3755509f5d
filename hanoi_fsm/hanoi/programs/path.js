function configuration(word) {
    if (!/^[012]*$/.test(word))
        throw new BadInput(`invalid configuration ${shown(word)}: expected one peg (0, 1 or 2) per disk`);
    return [...word].map(Number);
}

function main(words) {
    if (words.length !== 2)
        throw new BadInput(`START and GOAL are expected, got ${words.length}: usage: ${USAGE}`);
    const [start, goal] = words.map(configuration);
    if (start.length !== goal.length)
        throw new BadInput(`${start.length} and ${goal.length} disks: give as many in both`);
    print(rows(moves(begin(start, goal), start.length)));
}
