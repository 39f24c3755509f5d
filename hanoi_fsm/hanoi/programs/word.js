/** The symbols of a word one by one, which blanks and commas may separate. */
function* symbolsOf(blocks) {
    let symbol = [];
    for (const block of blocks)
        for (const character of block.replace(/[ ,\t-\r]/g, "")) {
            symbol.push(character);
            if (symbol.length === WIDTH)
                yield symbol.splice(0).join("");
        }
    if (symbol.length > 0)
        yield symbol.join("");
}

/** The answer to a word. */
function answer(symbols, start) {
    const known = new Set(EVENTS);
    const memory = begin();
    let number = 0;
    let written = [];
    let state = start;
    for (const symbol of symbols) {
        number += 1;
        if (!known.has(symbol))
            throw new BadInput(
                `symbol ${number} is ${shown(symbol)}, expected one of ${LIST_OF_EVENTS}`,
            );
        state = react(state, memory, symbol);
        memory.written.length = 0;
        if (memory.output !== null) {
            if (ANSWERS_LAST || written.length > 1 << 16)
                written = ANSWERS_LAST ? [] : [written.join("")];
            written.push(memory.output);
        }
    }
    if (MAY_REJECT && !FINAL.includes(state))
        throw new Stopped(`the word is rejected: it ends in '${state}', which is not final`);
    return number === 0 ? EMPTY_WORD_ANSWER : written.join("");
}

function main(words) {
    const { given, source, target } = taskOf(words);
    if (given.length > 1)
        throw new BadInput(`it reads one word, got ${shown(given[1])} too: put them together`);
    const start = STARTS[`from ${source} to ${target}`];
    if (start === undefined && Object.keys(STARTS).length === 1)
        throw new BadInput("it has one start only: omit --from and --to");
    if (start === undefined)
        throw new BadInput(`it has no start for the task from ${source} to ${target}`);
    print([answer(symbolsOf(given[0] === "-" ? input() : given), start)]);
}
