// The effect of an event on a state and a memory, by the table of a machine, which may be edited.

// The transition that is taken, after its actions. Raises an Error where none or two are enabled.
export function takeEvent({ transitions, final }, state, memory, event) {
  memory.output = null;
  const leaving = transitions.filter((one) => one.source === state);
  const heard = leaving.filter((one) => one.event === event);
  const isTrue = ([guard, answer]) => memory[guard]() === answer;
  const [taken, other] = heard.filter((one) => one.guards.every(isTrue));
  const place = `in state '${state}' on event '${event}'`;
  if (other) {
    stop(`${place} two transitions are enabled, \`${taken.text}\` and \`${other.text}\``);
  } else if (!taken && heard.length > 0) {
    const asked = new Set(heard.flatMap((one) => one.guards.map(([guard]) => guard)));
    const answers = [...asked].map((guard) => `${guard} is ${memory[guard]()}`).join(", ");
    stop(`no transition is enabled ${place} (${answers})`);
  } else if (!taken) {
    const isFaulty = leaving.length === 0 && !final.includes(state);
    const mark = isFaulty ? " (if it is final, draw it with two circles)" : "";
    stop(`no transition starts ${place}${mark}`);
  }
  for (const action of taken.actions) {
    act(memory, action);
  }
  return taken;
}

function stop(reason) {
  throw new Error(`the machine cannot go on: ${reason}`);
}

// An action in quotes adds its text to the output of the event.
function act(memory, action) {
  if (action.startsWith('"')) {
    const text = JSON.parse(action);
    memory.output = memory.output === null ? text : `${memory.output}, ${text}`;
  } else {
    memory[action]();
  }
}
