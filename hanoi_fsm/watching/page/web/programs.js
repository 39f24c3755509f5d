// Stands for the script that Python writes: the memories of the machines, translated from their only
// definition, and the interpreter of their tables.

/** @type {any} */
export const programs = { interpreter: () => ({}), memories: {} };
