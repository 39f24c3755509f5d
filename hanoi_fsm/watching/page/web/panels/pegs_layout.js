// Where everything in the picture of the pegs is, in pixels, for a width and a number of disks.

const NARROWEST_DISK = 28;
const FEWEST_PEG_ROWS = 3;

function pegsClamped(least, value, most) {
  return Math.max(least, Math.min(value, most));
}

export class PegsLayout {
  constructor(width, disks) {
    this.width = width;
    this.disks = disks;
    this.column = width / 3;
    this.rows = Math.max(disks, FEWEST_PEG_ROWS);
    this.thick = Math.round(pegsClamped(20, Math.min(width / 18, (width * 0.6) / this.rows), 60));
    this.numeral = pegsClamped(13, this.thick * 0.56, 24);
    this.label = pegsClamped(14, this.thick * 0.5, 20);
    this.carried = 4;
    this.tip = this.carried + this.thick + 8;
    this.floor = this.tip + this.thick * (this.rows + 0.5);
    this.height = Math.ceil(this.floor + this.label * 2);
  }

  middle(peg) {
    return Math.round(this.column * (peg + 0.5));
  }

  // A disk's width: it grows evenly, and so that few disks are not all wide.
  diskWidth(disk) {
    const widest = this.column - 14;
    const narrowest = Math.max(NARROWEST_DISK, widest * 0.26);
    const share = (disk - 1) / (this.rows - 1);
    return Math.round(narrowest + (widest - narrowest) * share);
  }

  // Where the row above so many disks is: the middle of its upper side.
  spot(peg, level) {
    return { x: this.middle(peg), y: this.floor - this.thick * (level + 1) };
  }

  // Where the top disk of a peg is held while a person chooses its target.
  held(peg) {
    return { x: this.middle(peg), y: this.carried };
  }

  body(disk) {
    const width = this.diskWidth(disk);
    const rx = Math.round(this.thick / 4);
    return { x: -width / 2, y: 2, width, height: this.thick - 4, rx };
  }

  rim(disk) {
    const width = this.diskWidth(disk) + 5;
    return { x: -width / 2, y: -0.5, width, height: this.thick + 1, rx: this.thick / 4 + 2 };
  }

  area(peg) {
    return {
      x: this.column * peg + 3,
      y: 2,
      width: this.column - 6,
      height: this.height - 4,
      rx: 8,
    };
  }

  // The peg, from its foot to its tip.
  stand(peg) {
    const [x, half] = [this.middle(peg), this.diskWidth(this.rows) / 2 + 2];
    return `M ${x} ${this.floor + 2} V ${this.tip} M ${x - half} ${this.floor + 2} h ${2 * half}`;
  }

  name(peg) {
    return { x: this.middle(peg), y: this.floor + this.label * 1.1 };
  }

  // Brackets around the top of so many disks on a peg, or around the place for the first one.
  brackets(peg, count, disk) {
    const { x, y } = this.spot(peg, Math.max(count, 1) - 1);
    const half = (disk ? this.diskWidth(disk) : NARROWEST_DISK) / 2 + 6;
    const [high, tall] = [y + 1, this.thick - 2];
    const left = `M ${x - half + 5} ${high} h -5 v ${tall} h 5`;
    return `${left} M ${x + half - 5} ${high} h 5 v ${tall} h -5`;
  }
}
