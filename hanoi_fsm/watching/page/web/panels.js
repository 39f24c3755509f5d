// The panels, in the columns in which they are shown. A panel has a `name`, which is also in the
// fragment and in its class `panel-NAME`, and a `title`. It says of a machine whether it `applies`; its
// `View` is a function of the page, a moment, and the subtower that is `pointed` at: its number of
// `disks`, and the `first` and the `last` step of it.

import { diagramPanel } from "./panels/diagram.js";
import { formulaPanel } from "./panels/formula.js";
import { gluePanel } from "./panels/glue.js";
import { graphPanel } from "./panels/graph.js";
import { guardsPanel } from "./panels/guards.js";
import { memoryPanel } from "./panels/memory.js";
import { pegsPanel } from "./panels/pegs.js";
import { tracePanel } from "./panels/trace.js";

export const COLUMNS = [
  [pegsPanel, guardsPanel, memoryPanel],
  [diagramPanel, tracePanel],
  [gluePanel, graphPanel, formulaPanel],
];
// What two machines on one task have in common.
export const SHARED = [pegsPanel, gluePanel, graphPanel, formulaPanel];
