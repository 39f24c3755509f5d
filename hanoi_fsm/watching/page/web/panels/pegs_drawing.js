// The three pegs with their disks as SVG, for a panel that shows a run and for a person who plays.
// All lengths are pixels: the picture is laid out anew for each width, so that text keeps its size.

import { configurationBefore, diskColours, movedDisk, pegStacks } from "../configuration.js";
import { setAttributes, svgElement } from "../elements.js";
import { PegsLayout } from "./pegs_layout.js";
import { DiskMotion } from "./pegs_motion.js";

// What is on a peg, in words.
function pegInWords(peg, stack) {
  if (stack.length === 0) {
    return `peg ${peg}: empty`;
  }
  const disks = stack.length === 1 ? "disk" : "disks";
  return `peg ${peg}: ${disks} ${stack.join(", ")}`;
}

export class PegsDrawing {
  // An `interactive` drawing has a button for each peg; another one is a single picture.
  constructor({ interactive = false } = {}) {
    this.interactive = interactive;
    this.layout = new PegsLayout(480, 0);
    this.motion = new DiskMotion();
    this.shown = { configuration: "", move: null, compared: [], hint: null, held: null };
    this.pegs = [0, 1, 2].map((peg) => this.#peg(peg));
    this.disks = [];
    this.diskGroup = svgElement("g", { class: "oldpegs-disks" });
    this.ghost = svgElement("rect", { class: "oldpegs-ghost" });
    this.hint = svgElement("rect", { class: "oldpegs-hint" });
    this.brackets = [0, 1, 2].map(() => svgElement("path", { class: "oldpegs-compared" }));
    this.element = svgElement(
      "svg",
      { class: "oldpegs-drawing", role: interactive ? "group" : "img" },
      ...this.pegs.map((peg) => peg.group),
      this.ghost,
      this.hint,
      this.diskGroup,
      ...this.brackets,
    );
    this.#followWidth();
  }

  #peg(peg) {
    const area = svgElement("rect", { class: "oldpegs-area" });
    const stand = svgElement("path", { class: "oldpegs-stand" });
    const name = svgElement("text", { class: "oldpegs-name" });
    const attributes = { class: "oldpegs-peg", "data-peg": peg };
    if (this.interactive) {
      Object.assign(attributes, { role: "button", tabindex: 0 });
    }
    return { group: svgElement("g", attributes, area, stand, name), area, stand, name };
  }

  #disk(disk) {
    const { fill, numeral: ink } = diskColours(disk);
    const rim = svgElement("rect", { class: "oldpegs-rim" });
    const body = svgElement("rect", { fill });
    const numeral = svgElement("text", { class: "oldpegs-numeral", fill: ink }, String(disk));
    const attributes = { class: "oldpegs-disk", "data-disk": disk };
    return { group: svgElement("g", attributes, rim, body, numeral), rim, body, numeral };
  }

  // Lays the drawing out for its width, a frame later: an observer must not change what it observes.
  #followWidth() {
    new ResizeObserver(() => {
      requestAnimationFrame(() => {
        const width = Math.round(this.element.getBoundingClientRect().width);
        if (width > 0 && width !== this.layout.width) {
          this.#layOut(width);
        }
      });
    }).observe(this.element);
  }

  // Sets the number of disks and the task, whose pegs are marked; a reader's word has none.
  setTask({ disks, source = null, target = null }) {
    this.task = { source, target };
    this.disks = Array.from({ length: disks }, (_, index) => this.#disk(index + 1));
    this.diskGroup.replaceChildren(...this.disks.map((disk) => disk.group));
    this.shown = { configuration: "", move: null, compared: [], hint: null, held: null };
    this.#layOut(this.layout.width);
  }

  #layOut(width) {
    this.layout = new PegsLayout(width, this.disks.length);
    const { height } = this.layout;
    setAttributes(this.element, { viewBox: `0 0 ${width} ${height}`, height });
    this.element.style.setProperty("--oldpegs-numeral", `${this.layout.numeral}px`);
    this.element.style.setProperty("--oldpegs-label", `${this.layout.label}px`);
    this.pegs.forEach((parts, peg) => {
      setAttributes(parts.area, this.layout.area(peg));
      setAttributes(parts.stand, { d: this.layout.stand(peg) });
      setAttributes(parts.name, this.layout.name(peg));
      parts.name.textContent = this.#name(peg);
    });
    this.disks.forEach((parts, index) => {
      setAttributes(parts.rim, this.layout.rim(index + 1));
      setAttributes(parts.body, this.layout.body(index + 1));
      setAttributes(parts.numeral, { y: this.layout.thick / 2 });
    });
    this.#place();
  }

  #name(peg) {
    if (peg === this.task?.source) {
      return `${peg} source`;
    }
    return peg === this.task?.target ? `${peg} target` : String(peg);
  }

  // Shows a configuration: the disk of the `move` has a rim, and its former place is dashed; the
  // tops of the pegs `compared` before that move are in brackets. `held` is a peg whose top disk is
  // above it, `hint` a move that could be made. The disk of a legal move from what was shown before
  // goes to its peg, and so does one that a person has `dropped`.
  show({ configuration, move = null, compared = [], hint = null, held = null, dropped = null }) {
    const before = this.shown.configuration;
    this.shown = { configuration, move, compared, hint, held };
    const moved = movedDisk(before, configuration);
    const disk = this.disks[(dropped ?? moved) - 1];
    const from = disk?.at;
    this.#place();
    this.motion.stop();
    if (dropped) {
      this.motion.glide(disk.group, from, disk.at);
    } else if (moved) {
      this.motion.start(disk.group, from, disk.at, this.layout.carried);
    }
  }

  #place() {
    const { configuration, move, compared, hint, held } = this.shown;
    const stacks = pegStacks(configuration);
    stacks.forEach((stack, peg) => {
      stack.forEach((disk, level) => {
        const above = peg === held && level === stack.length - 1;
        this.putDisk(disk, above ? this.layout.held(peg) : this.layout.spot(peg, level));
        const { classList } = this.disks[disk - 1].group;
        classList.toggle("moved", disk === move?.disk);
        classList.toggle("hinted", disk === hint?.disk);
      });
      this.#describePeg(peg, stack, held);
    });
    this.#markMove(this.ghost, move && { disk: move.disk, peg: move.source, stacks });
    this.#markMove(this.hint, hint && { disk: hint.disk, peg: hint.target, stacks });
    this.#markCompared();
    const words = stacks.map((stack, peg) => pegInWords(this.#name(peg), stack));
    const said = move ? [`moved: disk ${move.disk} from ${move.source} to ${move.target}`] : [];
    if (compared.length > 0) {
      said.push(`compared: the tops of pegs ${compared.join(" and ")}`);
    }
    this.element.setAttribute("aria-label", `Pegs. ${[...words, ...said].join("; ")}`);
  }

  #describePeg(peg, stack, held) {
    if (!this.interactive) {
      return;
    }
    setAttributes(this.pegs[peg].group, {
      "aria-label": pegInWords(this.#name(peg), stack),
      "aria-pressed": peg === held,
    });
  }

  // Puts a disk anywhere, such as under a pointer.
  putDisk(disk, { x, y }) {
    const parts = this.disks[disk - 1];
    parts.at = { x, y };
    parts.group.setAttribute("transform", `translate(${x} ${y})`);
  }

  // Lifts a disk above all others in the picture.
  raise(disk) {
    this.diskGroup.append(this.disks[disk - 1].group);
  }

  #markMove(mark, of) {
    mark.classList.toggle("shown", Boolean(of));
    if (!of) {
      return;
    }
    const { x, y } = this.layout.spot(of.peg, of.stacks[of.peg].length);
    const { width, height, rx, ...body } = this.layout.body(of.disk);
    setAttributes(mark, { x: x + body.x, y: y + body.y, width, height, rx });
  }

  // The tops before the move; where there was none, the foot of the peg, or what is there now.
  #markCompared() {
    const { configuration, move } = this.shown;
    const stacks = pegStacks(configurationBefore(configuration, move));
    this.brackets.forEach((bracket, peg) => {
      const stack = stacks[peg];
      const shown = this.shown.compared.includes(peg);
      this.pegs[peg].group.classList.toggle("compared", shown);
      bracket.classList.toggle("shown", shown);
      if (shown) {
        const disk = stack.at(-1) ?? (peg === move?.target ? move.disk : null);
        bracket.setAttribute("d", this.layout.brackets(peg, stack.length, disk));
      }
    });
  }

  // Where a pointer is, in the units of the drawing.
  pointAt({ clientX, clientY }) {
    const { left, top, width } = this.element.getBoundingClientRect();
    const scale = this.layout.width / width;
    return { x: (clientX - left) * scale, y: (clientY - top) * scale };
  }

  // The peg at, or next to, a place on the screen.
  pegAt(clientX) {
    const { left, width } = this.element.getBoundingClientRect();
    return Math.max(0, Math.min(2, Math.floor(((clientX - left) * 3) / width)));
  }
}
