// What the machine asks next: each guard with its answer on this memory and the comparison that made it
// so, and the transitions that leave the state, with those that are enabled. All texts are Python's.
import { element } from "../elements.js";

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
  const next = guardsNext(moment);
  const parts = [element("p", { class: "guards-state" }, ...guardsSituation(machine, moment, next))];
  if (moment.stopped) parts.push(element("p", { class: "guards-fault" }, moment.stopped));
  if (moment.questions.length) parts.push(guardsQuestions(machine, moment));
  if (moment.choices.length) parts.push(guardsChoices(machine, moment, next));
  return parts;
}

// The moment after this one, or undefined at the end of the run.
function guardsNext(moment) {
  return moment.run.moments[moment.index + 1];
}

function guardsSituation(machine, moment, next) {
  const state = element("strong", {}, moment.state);
  if (!next) return ["The run has ended in ", state, "."];
  const event = element("strong", {}, machine.transitions[next.taken].event);
  return ["In ", state, ", the next event is ", event, "."];
}

function guardsQuestions(machine, moment) {
  const items = moment.questions.map((question) => {
    const answered = typeof question.answer === "boolean";
    const answer = answered ? (question.answer ? "yes" : "no") : question.answer;
    const line = [element("strong", { class: "guards-name" }, question.guard), ": "];
    line.push(element("span", { class: `guards-answer ${answered ? answer : "failed"}` }, answer));
    if (question.comparison) line.push(`, ${question.comparison}`);
    const item = element("li", { "data-guard": question.guard }, ...line);
    const meaning = machine.guards[question.guard];
    if (meaning) item.append(element("span", { class: "guards-meaning" }, meaning));
    return item;
  });
  return element("ul", { class: "guards-questions", "aria-label": "Guards" }, ...items);
}

function guardsChoices(machine, moment, next) {
  const rows = moment.choices.map((choice) => {
    const { event, guards, target, action } = machine.transitions[choice.taken];
    const isNext = choice.taken === next?.taken;
    const kinds = [choice.enabled ? "enabled" : "disabled", ...(isNext ? ["next"] : [])];
    const condition = guards.map(([name, answer]) => (answer ? name : `!${name}`)).join(" & ");
    return element(
      "tr",
      { class: kinds.join(" "), "data-taken": String(choice.taken) },
      element("td", {}, guardsMark(isNext, choice.enabled)),
      ...[event, condition, target, action ?? ""].map((text) => guardsCell(text)),
    );
  });
  const heads = ["", "event", "if", "next state", "action"];
  const shown = heads.map((_, at) => at === 0 || rows.some((row) => row.children[at].textContent));
  shown[1] = machine.events.length > 1;
  const cells = heads.map((text) => element(text ? "th" : "td", text ? { scope: "col" } : {}, text));
  const head = element("tr", {}, ...cells);
  for (const row of [head, ...rows]) {
    [...row.children].filter((_, at) => !shown[at]).forEach((cell) => cell.remove());
  }
  const caption = element("caption", {}, `Transitions from ${moment.state}`);
  const parts = [caption, element("thead", {}, head), element("tbody", {}, ...rows)];
  return element("table", { class: "guards-choices" }, ...parts);
}

// A cell whose text may be broken after each underscore.
function guardsCell(text) {
  const parts = text.split(/(?<=_)/u);
  return element("td", {}, ...parts.flatMap((part) => [part, element("wbr")]).slice(0, -1));
}

function guardsMark(isNext, enabled) {
  if (isNext) return element("span", { role: "img", "aria-label": "taken next" }, "▶");
  return enabled ? "" : element("span", { role: "img", "aria-label": "not enabled" }, "✕");
}
