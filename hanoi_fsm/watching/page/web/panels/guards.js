// What the machine asks next: each guard with its answer on this memory and the comparison that made it
// so, and the transitions that leave the state, with those that are enabled. All texts are Python's.
import { element } from "../elements.js";
import { upcoming } from "../run.js";
import { guardsText, spelt } from "../spelling.js";

const GUARDS_COLUMNS = [
  ["event", (one) => one.event],
  ["if", guardsText],
  ["next state", (one) => one.target],
  ["action", (one) => one.action ?? ""],
];

export const guardsPanel = {
  name: "guards",
  title: "What is next",
  applies: () => true,
  create(_page, machine) {
    const root = element("div", { class: "guards" });
    return {
      element: root,
      show(moment) {
        root.replaceChildren(...guardsParts(machine, moment));
      },
    };
  },
};

function guardsParts(machine, moment) {
  const next = upcoming(moment);
  const parts = [
    element("p", { class: "guards-state" }, ...guardsSituation(machine, moment, next)),
  ];
  if (moment.stopped) {
    parts.push(element("p", { class: "guards-fault" }, moment.stopped));
  }
  if (moment.questions.length) {
    parts.push(guardsQuestions(machine, moment));
  }
  if (moment.choices.length) {
    parts.push(guardsChoices(machine, moment, next));
  }
  return parts;
}

function guardsSituation(machine, moment, next) {
  const state = element("strong", {}, moment.state);
  if (!next) {
    return ["The run has ended in ", state, "."];
  }
  const event = element("strong", {}, machine.transitions[next.taken].event);
  return ["In ", state, ", the next event is ", event, "."];
}

function guardsQuestions(machine, moment) {
  const items = moment.questions.map((question) => {
    const answer = spelt(question.answer);
    const look = `guards-answer ${typeof question.answer === "boolean" ? answer : "failed"}`;
    const line = [element("strong", { class: "guards-name" }, question.guard), ": "];
    line.push(element("span", { class: look }, answer));
    if (question.comparison) {
      line.push(", ", element("span", { class: "guards-comparison" }, question.comparison));
    }
    const item = element("li", { "data-guard": question.guard }, ...line);
    const meaning = machine.guards[question.guard];
    if (meaning) {
      item.append(element("span", { class: "guards-meaning" }, meaning));
    }
    return item;
  });
  return element("ul", { class: "guards-questions", "aria-label": "Guards" }, ...items);
}

// A column where there is something to say; with one event only that goes without saying.
function guardsColumns(machine, rows) {
  return GUARDS_COLUMNS.filter(
    ([head, text]) => (head !== "event" || machine.events.length > 1) && rows.some(text),
  );
}

function guardsChoices(machine, moment, next) {
  const transitions = moment.choices.map((choice) => machine.transitions[choice.taken]);
  const columns = guardsColumns(machine, transitions);
  const rows = moment.choices.map((choice, at) => {
    const isNext = choice.taken === next?.taken;
    const kinds = [choice.enabled ? "enabled" : "disabled", ...(isNext ? ["next"] : [])];
    return element(
      "tr",
      { class: kinds.join(" "), "data-taken": choice.taken },
      element("td", {}, guardsMark(isNext, choice.enabled)),
      ...columns.map(([, text]) => guardsCell(text(transitions[at]))),
    );
  });
  const heads = columns.map(([head]) => element("th", { scope: "col" }, head));
  return element(
    "table",
    { class: "guards-choices" },
    element("caption", {}, `Transitions from ${moment.state}`),
    element("thead", {}, element("tr", {}, element("td"), ...heads)),
    element("tbody", {}, ...rows),
  );
}

// A cell whose text may be broken after each underscore.
function guardsCell(text) {
  const parts = text.split(/(?<=_)/u);
  return element("td", {}, ...parts.flatMap((part) => [part, element("wbr")]).slice(0, -1));
}

function guardsMark(isNext, enabled) {
  if (isNext) {
    return element("span", { role: "img", "aria-label": "taken next" }, "▶");
  }
  return enabled ? "" : element("span", { role: "img", "aria-label": "not enabled" }, "✕");
}
