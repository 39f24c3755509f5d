/** The moves of a run. */
function* moves(memory, disks) {
    const idleLimit = 1000 * (disks + 2) * STATES;
    const most = (1n << BigInt(disks + EXTRA)) - BigInt(1 - EXTRA);
    const few = disks < 50 ? Number(most) : Infinity;
    let state = INITIAL;
    let made = 0;
    let idle = 0;
    while (!FINAL.includes(state)) {
        state = react(state, memory, EVENTS[0]);
        if (memory.output === null) {
            idle += 1;
            if (idle >= idleLimit)
                throw new Stopped(`no move in ${idle} events: it is not known to end`);
            continue;
        }
        if (made >= few)
            throw new Stopped(`one more move than the ${most} needed`);
        made += 1;
        idle = 0;
        yield memory.output;
    }
}

function* rows(found) {
    let number = 0;
    yield "step,disk,source,target";
    for (const [disk, source, target] of found) {
        number += 1;
        yield `${number},${disk},${source},${target}`;
    }
}
