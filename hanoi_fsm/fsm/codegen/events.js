let inputs = new Map();

/** The answer of a guard that came with the event. */
function asked(name) {
    if (!inputs.has(name))
        throw new BadInput(
            `it matters whether ${name} is true: write \`event [${name}]\` or \`event [!${name}]\``,
        );
    return inputs.get(name);
}

const bare = (text) =>
    text.trim().replace(/^"(.*)"$/, (_, inner) => inner.replace(/\\(.)/g, "$1"));

const eventSet = new Set(EVENTS);

/** Split an event, as in `push [unlocked & !open]`, into its name and its inputs by name. */
function given(text) {
    const [, event, list] = text.match(/^((?:"(?:[^"\\]|\\.)*"|[^["])*)\[(.*)\]$/) ?? [];
    const name = eventSet.has(text) ? text : bare(event ?? text);
    if (!eventSet.has(name))
        throw new BadInput(`unknown event ${shown(text)}: choose from ${LIST_OF_EVENTS}`);
    if (name === text || list === undefined)
        return [name, new Map()];
    const words = (list.match(/(?:"(?:[^"\\]|\\.)*"|[^"&])+/g) ?? []).map(bare);
    const answers = words.map((word) => [bare(word.replace(/^!/, "")), word[0] !== "!"]);
    const unknown = answers.find(([name]) => !INPUTS.includes(name));
    if (unknown !== undefined)
        throw new BadInput(
            `unknown input ${shown(unknown[0])}: choose from ${INPUTS.join(", ")}`,
        );
    return [name, new Map(answers)];
}

/** Words, which may be in quotes, with inputs in brackets. */
const WORDS = /(?:"(?:[^"\\]|\\.)*"|\S)+(?:\s+\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\])?/g;

/** The events on standard input, split at line ends that no brackets follow. */
function* read() {
    let rest = "";
    for (const block of input()) {
        rest += block;
        const [whole] = rest.match(/^[^]*\n(?=\s*[^\s[])/) ?? [""];
        yield* whole.match(WORDS) ?? [];
        rest = rest.slice(whole.length);
    }
    yield* rest.match(WORDS) ?? [];
}

/** A line per event: the transition taken, and its output. */
function* lines(events) {
    const memory = begin();
    let state = INITIAL;
    let number = 0;
    for (const text of events) {
        let event;
        [event, inputs] = given(text);
        state = react(state, memory, event);
        const texts = new Map([[null, ""], [true, "  (True)"], [false, "  (False)"]]);
        const output = texts.get(memory.output) ?? `  (${memory.output})`;
        number += 1;
        yield `${number}. ${taken}${output}`;
        if (events === alone && FINAL.includes(state))
            return;
        if (events === alone && number > MOST_ALONE)
            throw new Stopped(`it never ends: a state recurs after ${number - 1} events`);
    }
    if (MAY_REJECT && !FINAL.includes(state))
        throw new Stopped(`the word is rejected: it ends in '${state}', which is not final`);
}

/** The only event, repeated. */
const alone = {
    *[Symbol.iterator]() {
        while (true)
            yield EVENTS[0];
    },
};

function main(words) {
    const isRead = words.length === 0 || (words.length === 1 && words[0] === "-");
    if (!isRead)
        words.forEach(given); /* before anything is printed */
    if (words.length === 0 && RUNS_ALONE)
        print(lines(alone));
    else
        print(lines(isRead ? read() : words));
}
