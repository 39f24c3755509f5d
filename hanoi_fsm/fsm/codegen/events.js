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

/** An event without its inputs, as in `push [unlocked & !open]`, and these by name. */
function given(text) {
    const [, event, list] = text.match(/^((?:"(?:[^"\\]|\\.)*"|[^["])*)\[(.*)\]$/) ?? [];
    if (EVENTS.includes(text))
        return [text, new Map()];
    if (list === undefined)
        return [bare(text), new Map()];
    const words = (list.match(/(?:"(?:[^"\\]|\\.)*"|[^"&])+/g) ?? []).map(bare);
    const answers = words.map((word) => [bare(word.replace(/^!/, "")), word[0] !== "!"]);
    const unknown = answers.find(([name]) => !INPUTS.includes(name));
    if (unknown !== undefined)
        throw new BadInput(
            `unknown input ${shown(unknown[0])}: choose from ${INPUTS.join(", ")}`,
        );
    return [bare(event), new Map(answers)];
}

/** Words, which may be in quotes, with inputs in brackets. */
const WORDS = /(?:"(?:[^"\\]|\\.)*"|\S)+(?:\s+\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\])?/g;

/** A line for each event: the transition that is taken, and its output. */
function* lines(events, isWhole = true) {
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
    if (MAY_REJECT && isWhole && !FINAL.includes(state))
        throw new Stopped(`the word is rejected: it ends in ${quoted(state)}, which is not final`);
}

/** The only event, again and again. */
const alone = {
    *[Symbol.iterator]() {
        while (true)
            yield EVENTS[0];
    },
};

function main(words) {
    if (words.length === 0 && RUNS_ALONE) {
        print(lines(alone));
        return;
    }
    const isRead = words.length === 0 || (words.length === 1 && words[0] === "-");
    const events = isRead ? (input().match(WORDS) ?? []) : words;
    const names = new Set(EVENTS);
    const unknown = events.findIndex((word) => !names.has(given(word)[0]));
    if (isRead || unknown < 0)
        print(lines(unknown < 0 ? events : events.slice(0, unknown), unknown < 0));
    if (unknown >= 0)
        throw new BadInput(`unknown event ${shown(events[unknown])}: choose from ${LIST_OF_EVENTS}`);
}
