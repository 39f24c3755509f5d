/** A line for each event: the transition that is taken, and its output. */
function* lines(events, isWhole = true) {
    const memory = begin();
    let state = automaton.initial;
    let number = 0;
    for (const event of events) {
        const found = step(state, memory, event);
        state = found.target;
        const texts = new Map([[null, ""], [true, "  (True)"], [false, "  (False)"]]);
        const output = texts.get(memory.output) ?? `  (${memory.output})`;
        number += 1;
        yield `${number}. ${found.text}${output}`;
        if (events === alone && automaton.final.includes(state))
            return;
        if (events === alone && number > MOST_ALONE)
            throw new Stopped(`it never ends: a state recurs after ${number - 1} events`);
    }
    if (MAY_REJECT && isWhole && !automaton.final.includes(state))
        throw new Stopped(`the word is rejected: it ends in ${quoted(state)}, which is not final`);
}

/** The only event, again and again. */
const alone = {
    *[Symbol.iterator]() {
        while (true)
            yield automaton.events[0];
    },
};

function main(words) {
    if (words.length === 0 && RUNS_ALONE) {
        print(lines(alone));
        return;
    }
    const given = words.length === 0 || (words.length === 1 && words[0] === "-");
    const events = given ? input().split(/\s+/).filter(Boolean) : words;
    const unknown = events.findIndex((word) => !automaton.events.includes(word));
    if (given || unknown < 0)
        print(lines(unknown < 0 ? events : events.slice(0, unknown), unknown < 0));
    if (unknown >= 0)
        throw new BadInput(`unknown event ${shown(events[unknown])}: choose from ${LIST_OF_EVENTS}`);
}
