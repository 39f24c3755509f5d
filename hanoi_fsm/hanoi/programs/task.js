/** The pegs after --from and --to, and the other words. */
function taskOf(words) {
    const found = { given: [], source: 0, target: 2 };
    const names = { "--from": "source", "--to": "target" };
    for (let place = 0; place < words.length; place++) {
        const [option, ...rest] = words[place].split("=");
        if (Object.hasOwn(names, option)) {
            const peg = rest.length > 0 ? rest.join("=") : words[++place];
            if (peg === undefined)
                throw new BadInput(`argument ${option}: expected one argument`);
            if (!["0", "1", "2"].includes(peg))
                throw new BadInput(`invalid peg ${shown(peg)}: expected 0, 1 or 2`);
            found[names[option]] = Number(peg);
        } else if (option.startsWith("--"))
            throw new BadInput(`unrecognized argument ${shown(words[place])}: usage: ${USAGE}`);
        else
            found.given.push(words[place]);
    }
    const { source, target } = found;
    if (source === target)
        throw new BadInput(
            `--from and --to are both peg ${source}: give two different pegs`,
        );
    return found;
}
