// Stands for the script that Python writes: the memories of the machines, translated from their only definition.

/** @type {any} */
export const memories = {};
