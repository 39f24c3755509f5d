// Stands for the script that Python writes: the memories of the machines, translated from their only
// definition, and the interpreter of tables that the programs for node have, too.

/** @type {any} */
export const programs = { interpreter: () => ({}), memories: {} };
