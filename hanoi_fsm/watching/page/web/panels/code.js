// The code panel: the generated program. The branch that was just taken has a bar and an arrow, the
// line that asked for it a question mark, and the arm of the present state a thin bar.
import { element } from "../elements.js";
import { coloursOf } from "./code_colours.js";

export const codePanel = {
  name: "code",
  title: "Generated code",
  applies: () => true,
  create(_page, machine) {
    const code = machine.code;
    if (code.why) {
      return { element: element("p", { class: "code-why" }, code.why), show() {} };
    }
    return new CodeListing(code);
  },
};

class CodeListing {
  constructor(code) {
    this.code = code;
    this.lines = code.lines.map((text, at) => codeLine(text, at));
    this.listing = element(
      "div",
      {
        class: "code-listing",
        tabindex: "0",
        role: "group",
        "aria-label": "The lines of the code",
      },
      element("div", { class: "code-lines" }, ...this.lines),
    );
    this.where = element("p", { class: "code-where" });
    this.element = element("div", { class: "code" }, this.where, this.listing);
    this.marked = [];
    this.wanted = null;
    // A panel that was closed has no size, and so cannot be scrolled until it is opened.
    new ResizeObserver(() => this.scroll()).observe(this.listing);
  }

  show(moment) {
    const { arms } = this.code;
    const arm = Object.hasOwn(arms, moment.state) ? arms[moment.state] : null;
    const branch = moment.taken === null ? null : this.code.branches[moment.taken];
    for (const line of this.marked) {
      line.className = "code-line";
      line.children[1].textContent = "";
    }
    this.marked = [];
    this.mark(arm, "code-arm");
    this.mark(branch, "code-taken", "\u25b6");
    for (const at of branch ? this.code.tests[moment.taken] : []) {
      this.mark([at, at], "code-asked", "?");
    }
    this.where.replaceChildren(
      element("span", {}, element("b", {}, "\u25b6"), ` just taken: ${linesText(branch)}`),
      element("span", {}, element("b", {}, "\u2502"), ` state now: ${linesText(arm)}`),
    );
    const test = branch && this.code.tests[moment.taken].at(-1) === branch[0] - 1 ? 1 : 0;
    this.wanted = branch ? [branch[0] - test, branch[1]] : arm;
    this.also = arm ?? branch;
    requestAnimationFrame(() => this.scroll());
  }

  mark(range, name, sign = "") {
    for (let at = range?.[0]; at <= range?.[1]; at += 1) {
      const line = this.lines[at];
      line.classList.add(name);
      line.children[1].textContent = sign || line.children[1].textContent;
      this.marked.push(line);
    }
  }

  // Bring the branch into view, and with it as much of the arm as there is room for.
  scroll() {
    const room = this.listing.clientHeight;
    if (!this.wanted || !room) {
      return;
    }
    const top = (at) => this.lines[at].offsetTop;
    const below = (at) => top(at) + this.lines[at].offsetHeight;
    let [first, last] = [top(this.wanted[0]), below(this.wanted[1])];
    const [upper, lower] = [
      Math.min(first, top(this.also[0])),
      Math.max(last, below(this.also[1])),
    ];
    if (lower - upper <= room) {
      [first, last] = [upper, lower];
    }
    const now = this.listing.scrollTop;
    if (lower - upper > room && (top(this.also[0]) > first || last - first > room)) {
      this.listing.scrollTop = first;
    } else if (first < now) {
      this.listing.scrollTop = first;
    } else if (last > now + room) {
      this.listing.scrollTop = last - room;
    }
  }
}

function codeLine(text, at) {
  let end = text.search(/\S/);
  const indent = element("span", { class: "code-indent" }, text.slice(0, end));
  const code = element("code", {}, indent);
  for (const [start, length, kind] of coloursOf(text)) {
    code.append(text.slice(end, start));
    end = start + length;
    code.append(element("span", { class: `code-${kind}` }, text.slice(start, end)));
  }
  code.append(text.slice(end));
  return element(
    "div",
    { class: "code-line" },
    element("span", { class: "code-at" }, String(at + 1)),
    element("span", { class: "code-sign" }),
    code,
  );
}

function linesText(range) {
  if (!range) {
    return "-";
  }
  return range[0] === range[1] ? `line ${range[0] + 1}` : `lines ${range[0] + 1}-${range[1] + 1}`;
}
