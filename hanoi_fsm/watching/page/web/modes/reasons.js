// Why a transition is or is not the next one: its state, its event, and guard by guard the answer
// on this memory with the tops that the guard compared.

import { spelt } from "../spelling.js";

// What is right and wrong with a transition at a moment whose next event takes `next`: a list of
// { fits, text }. A transition from another state or for another event asks no guards.
export function reasonsFor(transition, moment, next) {
  if (transition.source !== moment.state) {
    const text = `it leaves the state ${transition.source}, but the machine is in ${moment.state}`;
    return [{ fits: false, text }];
  }
  if (transition.event !== next.event) {
    const text = `it needs the event ${transition.event}, but the next one is ${next.event}`;
    return [{ fits: false, text }];
  }
  return transition.guards.map(([guard, answer]) => guardReason(guard, answer, moment));
}

function guardReason(guard, answer, moment) {
  const question = moment.questions.find((one) => one.guard === guard);
  const fits = question?.answer === answer;
  const got = question ? answerText(question.answer) : "is not asked";
  const because = question?.comparison ? `: ${question.comparison}` : "";
  const needs = fits ? "as it must be" : `but it must be ${spelt(answer)}`;
  return { fits, text: `${guard} ${got} here, ${needs}${because}` };
}

function answerText(answer) {
  return typeof answer === "boolean" ? `is ${spelt(answer)}` : answer;
}
