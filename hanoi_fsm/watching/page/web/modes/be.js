// The mode in which a person is the machine: at each moment the page shows everything but the
// guards' answers, and asks which transition is taken next.
import { element } from "../elements.js";
import { pickTransitions } from "../panels/diagram_picking.js";
import { upcoming } from "../run.js";
import { reasonsFor } from "./reasons.js";

export const beMode = {
  name: "be",
  title: "Be the machine",
  create(page) {
    return new BeingTheMachine(page);
  },
};

class BeingTheMachine {
  constructor(page) {
    this.page = page;
    this.right = 0;
    this.asked = 0;
    this.attempted = new WeakSet(); // moments whose first answer was counted
    this.machine = null;
    this.release = () => {};
    this.goingOn = false;

    this.heading = element("h2", { class: "be-question", tabindex: "-1" });
    this.guards = element("ul", { class: "be-guards" });
    this.choices = element("div", {
      class: "be-choices",
      role: "group",
      "aria-label": "Transitions",
    });
    this.feedback = element("div", { class: "be-feedback", role: "status" });
    this.score = element("p", { class: "be-score" });
    this.all = element("input", { type: "checkbox", id: "be-all", change: () => this.offer() });
    const tell = { type: "button", class: "be-tell", click: () => this.giveUp() };
    this.tell = element("button", tell, "Tell me");
    this.element = element(
      "section",
      { class: "be", "aria-label": "Be the machine" },
      this.heading,
      this.guards,
      this.choices,
      element(
        "div",
        { class: "be-bar" },
        this.tell,
        element(
          "label",
          { for: "be-all", class: "be-harder" },
          this.all,
          " all transitions (harder)",
        ),
        this.score,
      ),
      this.feedback,
    );
  }

  show(moment) {
    const { machine } = moment;
    if (machine !== this.machine) {
      [this.machine, this.right, this.asked] = [machine, 0, 0];
      this.attempted = new WeakSet();
    }
    if (!this.goingOn) {
      this.feedback.replaceChildren();
    }
    this.moment = moment;
    this.taken = upcoming(moment)?.taken;
    this.next = machine.transitions[this.taken] ?? null;
    this.ask();
    this.offer();
    this.keepScore();
  }

  leave() {
    this.release();
  }

  ask() {
    const { moment, next, machine } = this;
    this.tell.disabled = !next;
    this.tell.textContent = "Tell me";
    this.told = false;
    if (!next) {
      this.heading.textContent = endText(moment, machine);
      this.guards.replaceChildren();
      return;
    }
    const event = machine.events.length > 1 ? `, and the next event is ${next.event}` : "";
    this.heading.textContent = `The machine is in ${moment.state}${event}. Which transition is taken?`;
    this.guards.replaceChildren(
      ...moment.questions.map(({ guard }) =>
        element("li", {}, element("b", {}, guard), `: ${machine.guards[guard]}?`),
      ),
    );
  }

  // The buttons, and the edges of the diagram: those that leave the state, or all of them.
  offer() {
    this.release();
    this.release = () => {};
    const { machine, moment } = this;
    const numbers = this.all.checked
      ? machine.transitions.map((_, number) => number)
      : moment.choices.map((choice) => choice.taken);
    const offered = this.next ? numbers : [];
    this.buttons = new Map(offered.map((number) => [number, this.button(number)]));
    this.choices.replaceChildren(...this.buttons.values());
    if (offered.length) {
      const diagram = document.querySelector("#view .panel-diagram");
      this.release = pickTransitions(diagram, offered, (ofEdge) => this.pickEdge(ofEdge));
    }
  }

  button(number) {
    const text = this.machine.transitions[number].text;
    const click = () => this.pick(number);
    const look = { type: "button", class: "be-choice", "data-transition": number, click };
    return element("button", look, text);
  }

  pick(number) {
    const transition = this.machine.transitions[number];
    const reasons = reasonsFor(transition, this.moment, this.next);
    if (number === this.taken) {
      this.count(true);
      this.explain("be-right", "\u2713 Right", transition, reasons);
      this.goOn();
      return;
    }
    this.count(false);
    if (reasons.every((reason) => reason.fits)) {
      const text = `it is enabled as well, but the machine took ${this.next.text}`;
      reasons.push({ fits: false, text });
    }
    this.explain("be-wrong", "\u2717 No", transition, reasons);
    this.buttons.get(number)?.classList.add("be-refused");
    this.buttons.get(number)?.setAttribute("aria-disabled", "true");
    this.keepScore();
  }

  // An edge may stand for several transitions: it is right if one of them is.
  pickEdge(ofEdge) {
    this.pick(ofEdge.includes(this.taken) ? this.taken : ofEdge[0]);
  }

  giveUp() {
    if (this.told) {
      this.goOn();
      return;
    }
    this.told = true;
    this.count(false);
    this.explain("be-told", "It is", this.next, reasonsFor(this.next, this.moment, this.next));
    this.buttons.get(this.taken)?.classList.add("be-answer");
    this.tell.textContent = "Go on";
    this.keepScore();
  }

  // Only the first answer to the question of a moment counts.
  count(right) {
    if (!this.attempted.has(this.moment)) {
      this.attempted.add(this.moment);
      this.asked += 1;
      this.right += right ? 1 : 0;
    }
  }

  goOn() {
    const within = this.element.contains(document.activeElement);
    this.goingOn = true;
    this.page.goBy(1);
    this.goingOn = false;
    if (within) {
      (this.choices.querySelector("button") ?? this.heading).focus();
    }
  }

  explain(name, verdict, transition, reasons) {
    const sign = ({ fits }) => (fits ? "\u2713 " : "\u2717 ");
    this.feedback.replaceChildren(
      element(
        "div",
        { class: name },
        element("p", {}, element("b", {}, verdict), `: ${transition.text}`),
        element(
          "ul",
          {},
          ...reasons.map((one) =>
            element("li", { class: one.fits ? "" : "be-unfit" }, sign(one) + one.text),
          ),
        ),
      ),
    );
  }

  keepScore() {
    this.score.textContent = `Right at the first try: ${this.right} of ${this.asked}`;
  }
}

function endText(moment, machine) {
  if (moment.finding) {
    return `The machine is wrong here: ${moment.finding.sentence}`;
  }
  if (moment.stopped) {
    return `Nothing is taken: ${moment.stopped}`;
  }
  if (moment.run.word) {
    return `The machine has read the whole word, and is in ${moment.state}.`;
  }
  const isFinal = machine.states.some(({ name, final }) => final && name === moment.state);
  return isFinal
    ? `The machine has reached its final state ${moment.state}.`
    : "The page does not show more of this run.";
}
