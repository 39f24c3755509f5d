// How a person takes a disk and puts it down: by pointer, dragging or clicking, and by keyboard.

const DRAG_BEGINS = 6;

// Makes a drawing of the pegs follow a person. The `player` can `take` the top disk of a peg, which
// says whether there is one, `putDown` what is held on a peg, `choose` a peg, which is either of
// the two, and `letGo`.
export function listenToPegs(drawing, player) {
  listenToPointer(drawing, player);
  drawing.pegs.forEach(({ group }, peg) => {
    group.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && pegKey(event.key, peg)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
  });

  function pegKey(key, peg) {
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const next = key === "ArrowLeft" ? peg - 1 : peg + 1;
      drawing.pegs[next]?.group.focus();
      return true;
    }
    const chooses = ["Enter", " ", player.held === null ? "ArrowUp" : "ArrowDown"];
    if (chooses.includes(key)) {
      player.choose(peg);
      return true;
    }
    return key === "ArrowUp" || key === "ArrowDown";
  }
}

function listenToPointer(drawing, player) {
  const svg = drawing.element;
  let down = null;

  svg.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) {
      return;
    }
    down = { peg: drawing.pegAt(event.clientX), at: drawing.pointAt(event), disk: null };
    svg.setPointerCapture(event.pointerId);
  });

  // While a disk is dragged, a key may let go of it, or move another one.
  svg.addEventListener("pointermove", (event) => {
    if (!down || !event.isPrimary) {
      return;
    }
    const { x, y } = drawing.pointAt(event);
    if (!down.disk && Math.hypot(x - down.at.x, y - down.at.y) > DRAG_BEGINS) {
      player.letGo();
      down.disk = player.take(down.peg);
      if (!down.disk) {
        down = null;
        return;
      }
      drawing.raise(down.disk);
      svg.classList.add("dragging");
    }
    if (down.disk && player.held === down.peg) {
      drawing.putDisk(down.disk, { x, y: y - drawing.layout.thick / 2 });
    }
  });

  function end(event, finish) {
    if (!down || !event.isPrimary) {
      return;
    }
    const { peg, disk } = down;
    down = null;
    svg.classList.remove("dragging");
    finish(peg, disk);
  }

  svg.addEventListener("pointerup", (event) => {
    end(event, (peg, disk) => {
      if (disk && player.held !== peg) {
        player.letGo(disk);
      } else if (disk) {
        player.putDown(drawing.pegAt(event.clientX), disk);
      } else {
        player.choose(peg);
      }
    });
  });

  svg.addEventListener("pointercancel", (event) => {
    end(event, (_, disk) => player.letGo(disk));
  });
}
