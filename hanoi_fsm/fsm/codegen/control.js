function quoted(name) {
    return Object.hasOwn(NAMES, name) ? NAMES[name] : `'${name}'`;
}

const bySource = new WeakMap();

/** The transitions of the table that leave a state. */
function leaving(state) {
    const { transitions } = automaton;
    if (!bySource.has(transitions)) {
        const found = new Map();
        for (const one of transitions)
            found.set(one.source, [...(found.get(one.source) ?? []), one]);
        bySource.set(transitions, found);
    }
    return bySource.get(transitions).get(state) ?? [];
}

/** The transitions of the table that are enabled. */
function enabled(state, memory, event) {
    return leaving(state).filter(
        (one) => one.event === event &&
            one.guards.every(([guard, answer]) => memory[guard]() === answer),
    );
}

/** One event by the table, which may be edited: the transition that is taken. */
function step(state, memory, event) {
    memory.output = null;
    const found = enabled(state, memory, event);
    if (found.length === 0)
        throw refused(state, memory, event);
    consistent(state, memory, event, found);
    for (const action of found[0].actions)
        if (action.startsWith('"'))
            putText(memory, JSON.parse(action));
        else
            memory[action]();
    return found[0];
}

/** What a memory holds, by name. */
function contents(memory) {
    const isPublic = ([name]) => name !== "output" && !name.startsWith("_");
    return Object.fromEntries(Object.entries(memory).filter(isPublic));
}

/** The error where no transition is enabled: the guards that were asked, and their answers. */
function refused(state, memory, event) {
    const found = leaving(state).filter((one) => one.event === event);
    const names = new Map(found.flatMap(({ guards }) => guards.map(([guard, , name = guard]) => [guard, name])));
    const answers = [...names].map(([guard, name]) => `${name} is ${memory[guard]()}`).join(", ");
    const place = `in state ${quoted(state)} on event ${quoted(event)}`;
    const isFaulty = leaving(state).length === 0 && !automaton.final.includes(state);
    const mark = isFaulty ? " (if it is final, draw it with two circles)" : "";
    return new Stopped(
        found.length === 0
            ? `the machine cannot go on: no transition starts ${place}${mark}`
            : `the machine cannot go on: no transition is enabled ${place} (${answers})`,
    );
}

/** Stop where two transitions are enabled: their order must never decide. */
function consistent(state, memory, event, found = enabled(state, memory, event)) {
    if (found.length > 1)
        throw new Stopped(
            `the machine cannot go on: in state ${quoted(state)} on event ${quoted(event)} two ` +
                `transitions are enabled, \`${found[0].text}\` and \`${found[1].text}\``,
        );
}

/** A word of a command line as a message shows it. */
function shown(word) {
    const kept = word.length > 40 ? `${word.slice(0, 18)}...${word.slice(-19)}` : word;
    return `'${kept.replace(/[^ -~]/g, "?")}'`;
}

function input() {
    return require("node:fs").readFileSync(0, "utf8");
}

/** Print lines, many at a time. */
function print(lines) {
    const { writeSync } = require("node:fs");
    let text = "";
    const write = () => {
        let rest = Buffer.from(text);
        text = "";
        while (rest.length > 0)
            rest = rest.subarray(writeSync(1, rest));
    };
    try {
        for (const line of lines) {
            text += `${line}\n`;
            if (text.length > 1 << 16)
                write();
        }
    } finally {
        write();
    }
}

/** Run the program; the exit code is 1 for a run that stops, 2 for words that it cannot take. */
function command(words) {
    try {
        main(words);
    } catch (error) {
        const codes = { Stopped: 1, BadInput: 2 };
        process.exitCode = codes[error.constructor.name] ?? 2;
        const text = process.exitCode === 1 ? ` stops: ${error.message}` : `: ${error.message}`;
        const characters = [...`${NAME}${text}`];
        if (characters.length > 300)
            characters.splice(149, characters.length - 297, "...");
        process.stderr.write(`${characters.join("")}\n`);
    }
}
