/** The symbols of a word, which blanks and commas may separate. */
function symbolsOf(word) {
    const characters = [...word.replace(/[ ,\t-\r]/g, "")];
    const symbols = [];
    for (let start = 0; start < characters.length; start += WIDTH)
        symbols.push(characters.slice(start, start + WIDTH).join(""));
    const wrong = symbols.findIndex((symbol) => !automaton.events.includes(symbol));
    if (wrong >= 0)
        throw new BadInput(
            `symbol ${wrong + 1} of ${shown(word)} is ${shown(symbols[wrong])}, ` +
                `expected one of ${LIST_OF_EVENTS}`,
        );
    return symbols;
}

/** The answer to a word. */
function answer(symbols, start) {
    const memory = begin();
    const written = [];
    let state = start;
    for (const symbol of symbols) {
        state = react(state, memory, symbol);
        if (memory.output !== null)
            written.push(memory.output);
    }
    if (MAY_REJECT && !automaton.final.includes(state))
        throw new Stopped(`the word is rejected: it ends in ${quoted(state)}, which is not final`);
    if (symbols.length === 0)
        return EMPTY_WORD_ANSWER;
    return ANSWERS_LAST ? (written.at(-1) ?? "") : written.join("");
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
