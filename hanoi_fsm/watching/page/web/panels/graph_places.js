// Where the vertices and edges of the Hanoi graph are. A vertex is at u * e1 + v * e2, with unit
// vectors 60 degrees apart: so the graph is a Sierpinski triangle, and every edge has length 1.

export const GRAPH_WIDTH = 360;
const GRAPH_MARGIN = 44;
export const GRAPH_TOP = 40;
const GRAPH_SIDE = GRAPH_WIDTH - 2 * GRAPH_MARGIN;
const GRAPH_SLOPE = Math.sqrt(3) / 2;
const GRAPH_BOTTOM = 40;

// The numbers u and v of a configuration, as sierpinski-reader writes them: each digit chooses one of
// three smaller triangles, and exchanges the corners of the two other pegs.
export function graphAddress(configuration) {
  let [u, v, corners] = [0, 0, [0, 1, 2]];
  for (const digit of configuration) {
    const corner = corners[digit];
    u = 2 * u + (corner === 1);
    v = 2 * v + (corner === 2);
    corners = corners.map((_, peg) => corners[peg === Number(digit) ? peg : 3 - digit - peg]);
  }
  return [u, v];
}

// All edges as the path of an SVG in the coordinates (u, v). A vertex is where u and v have no bit in
// common, so that edges in a row are one line as long as the lowest bit of the other number says.
export function graphEdges(disks) {
  const size = 2 ** disks;
  const lines = [];
  for (let v = 0; v < size; v++) {
    const many = v ? v & -v : size;
    for (let u = 0; many > 1 && u + v < size; u += many) {
      if ((u & v) === 0) {
        const length = many - 1;
        lines.push(`M${u} ${v}h${length}M${v} ${u}v${length}`);
        lines.push(`M${u} ${size - 1 - u - v}l${length} -${length}`);
      }
    }
  }
  return lines.join("");
}

// The vertices of a graph by configuration, and where they are in the drawing.
export class GraphPlaces {
  constructor(disks) {
    const unit = GRAPH_SIDE / Math.max(1, 2 ** disks - 1);
    this.unit = unit;
    this.height = Math.ceil(GRAPH_TOP + (disks ? GRAPH_SIDE * GRAPH_SLOPE : 0) + GRAPH_BOTTOM);
    this.all = Array.from({ length: 3 ** disks }, (_, number) => {
      const name = disks ? number.toString(3).padStart(disks, "0") : "";
      const [u, v] = graphAddress(name);
      const x = GRAPH_WIDTH / 2 + (unit * (v - u)) / 2;
      return { name, x, y: GRAPH_TOP + unit * (u + v) * GRAPH_SLOPE };
    });
    this.named = new Map(this.all.map((place) => [place.name, place]));
    // SVG takes this from the coordinates (u, v) to those of the drawing.
    this.matrix = [-unit / 2, unit * GRAPH_SLOPE, unit / 2, unit * GRAPH_SLOPE];
  }

  nearest(x, y) {
    let [best, least] = [null, (this.unit / 2 + 12) ** 2];
    for (const place of this.all) {
      const distance = (place.x - x) ** 2 + (place.y - y) ** 2;
      if (distance < least) {
        [best, least] = [place, distance];
      }
    }
    return best;
  }
}
