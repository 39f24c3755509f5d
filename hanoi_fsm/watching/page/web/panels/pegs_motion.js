// How a disk goes from peg to peg: up, over and down; at once for those who want less motion.

const LONGEST_MOTION = 480;
const SHORTEST_MOTION = 120;
const MOTION_UP = 0.3;
const MOTION_DOWN = 0.7;

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

// The motion of the one disk of a drawing that is on its way.
export class DiskMotion {
  #animation = null;
  #lastStart = -Infinity;

  // A motion takes less time than there was since the last one; for fast steps there is none.
  start(group, from, to, carried) {
    const now = performance.now();
    const duration = Math.min(LONGEST_MOTION, (now - this.#lastStart) * 0.8);
    this.#lastStart = now;
    if (lessMotion.matches || duration < SHORTEST_MOTION) {
      return;
    }
    this.#animation = group.animate(
      [
        { transform: diskPlace(from.x, from.y), easing: "ease-in" },
        { transform: diskPlace(from.x, carried), offset: MOTION_UP },
        { transform: diskPlace(to.x, carried), offset: MOTION_DOWN, easing: "ease-out" },
        { transform: diskPlace(to.x, to.y) },
      ],
      { duration },
    );
  }

  // A disk that was let go goes to its place directly.
  glide(group, from, to) {
    if (!lessMotion.matches) {
      const frames = [from, to].map(({ x, y }) => ({ transform: diskPlace(x, y) }));
      this.#animation = group.animate(frames, { duration: SHORTEST_MOTION, easing: "ease-out" });
    }
  }

  stop() {
    this.#animation?.cancel();
    this.#animation = null;
  }
}

function diskPlace(x, y) {
  return `translate(${x}px, ${y}px)`;
}
