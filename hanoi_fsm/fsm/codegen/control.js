/** The transition that was taken last. */
let taken = "";
const answers = [];

/** Keep the answer of a guard for the message of `refused`. */
function note(guard, answer) {
    answers.push(`${guard} is ${answer}`);
}

/** Stop if two transitions are enabled; each has a condition and a text. */
function consistent(state, event, transitions) {
    const enabled = transitions.filter(([condition]) => condition);
    if (enabled.length > 1)
        throw new Stopped(
            `the machine cannot go on: in state '${state}' on event '${event}' two ` +
                `transitions are enabled, \`${enabled[0][1]}\` and \`${enabled[1][1]}\``,
        );
}

/** The error if no transition is enabled. */
function refused(state, event) {
    const place = `in state '${state}' on event '${event}'`;
    const asked = answers.splice(0).join(", ");
    return new Stopped(
        asked === ""
            ? `the machine cannot go on: no transition starts ${place}`
            : `the machine cannot go on: no transition is enabled ${place} (${asked})`,
    );
}

/** A command-line argument, as shown in a message. */
function shown(word) {
    const kept = word.length > 40 ? `${word.slice(0, 18)}...${word.slice(-19)}` : word;
    return `'${kept.replace(/[^ -~]/g, "?")}'`;
}

/** The texts of standard input, block by block. */
function* input() {
    const { readSync } = require("node:fs");
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const block = Buffer.alloc(1 << 16);
    for (let size; (size = readSync(0, block)) > 0; )
        yield decoder.decode(block.subarray(0, size), { stream: true });
    yield decoder.decode();
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

/** Run the program; the exit code is 1 if the run stops, 2 for invalid arguments. */
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
