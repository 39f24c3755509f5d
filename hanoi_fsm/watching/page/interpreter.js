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

/** The error where no transition is enabled: the guards that were asked, and their answers. */
function refused(state, memory, event) {
    const found = leaving(state).filter((one) => one.event === event);
    const guards = new Set(found.flatMap((one) => one.guards.map(([guard]) => guard)));
    const answers = [...guards].map((guard) => `${guard} is ${memory[guard]()}`).join(", ");
    const place = `in state '${state}' on event '${event}'`;
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
            `the machine cannot go on: in state '${state}' on event '${event}' two ` +
                `transitions are enabled, \`${found[0].text}\` and \`${found[1].text}\``,
        );
}
