/** The symbols of a word one by one, which blanks and commas may separate. */
function* symbolsOf(word) {
    const known = new Set(EVENTS);
    let number = 0;
    for (const [symbol] of word.replace(/[ ,\t-\r]/g, "").matchAll(new RegExp(`.{1,${WIDTH}}`, "gsu"))) {
        number += 1;
        if (!known.has(symbol))
            throw new BadInput(
                `symbol ${number} is ${shown(symbol)}, expected one of ${LIST_OF_EVENTS}`,
            );
        yield symbol;
    }
}

/** The answer to a word. */
function answer(symbols, start) {
    const memory = begin();
    let isEmpty = true;
    let written = "";
    let state = start;
    for (const symbol of symbols) {
        state = react(state, memory, symbol);
        isEmpty = false;
        if (memory.output !== null)
            written = ANSWERS_LAST ? memory.output : written + memory.output;
    }
    if (MAY_REJECT && !FINAL.includes(state))
        throw new Stopped(`the word is rejected: it ends in ${quoted(state)}, which is not final`);
    return isEmpty ? EMPTY_WORD_ANSWER : written;
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
    const word = given.length === 0 ? "" : given[0] === "-" ? input() : given[0];
    print([answer(symbolsOf(word), start)]);
}
