// At each question of a run gives every wrong answer, then the right one, which is the next of `taken`;
// says what the page answered.

export function answersGiven(taken) {
  const words = (selector) =>
    [...document.querySelectorAll(selector)].map((one) => one.textContent.trim());
  const body = document.body;
  const found = [];
  for (const right of taken) {
    const answers = [];
    const numbers = [...document.querySelectorAll("button[data-taken]")].map((one) =>
      Number(one.dataset.taken),
    );
    const before = [body.dataset.step, body.dataset.event].join();
    for (const number of [...numbers.filter((one) => one !== right), right]) {
      document.querySelector(`button[data-taken="${number}"]`).click();
      const now = [body.dataset.step, body.dataset.event].join();
      answers.push({
        number,
        verdict: words(".be-feedback b")[0],
        answers: words(".answer").filter((one) => one !== "?").length,
        moved: now !== before,
      });
    }
    found.push({ numbers, answers });
  }
  return { found, left: words("button[data-taken]").length };
}
