/** An error that ends a run. */
class Stopped extends Error {}

/** An error for input that cannot be run at all. */
class BadInput extends Error {}

/** Add a text to the output of the event. */
function putText(memory, text) {
    memory.output = memory.output === null ? text : `${memory.output}, ${text}`;
}

/* Numbers: JavaScript distinguishes integers up to 2^53. */

const LARGEST = Number.MAX_SAFE_INTEGER;

function whole(number) {
    if ((number | 0) === number) /* small, like nearly all numbers */
        return number;
    if (number > LARGEST || number < -LARGEST)
        throw new Stopped("a number leaves the range of JavaScript, up to 2^53: choose less to do");
    return number;
}

function remainder(a, b) {
    if (b === 0)
        throw new Stopped("ZeroDivisionError: integer modulo by zero");
    const rest = a % b;
    return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
}

function quotient(a, b) {
    if (b === 0)
        throw new Stopped("ZeroDivisionError: integer division or modulo by zero");
    const rest = a % b;
    return (a - rest) / b - (rest !== 0 && rest < 0 !== b < 0 ? 1 : 0);
}

function shifted(number, places) {
    if (places < 0)
        throw new Stopped("ValueError: negative shift count");
    return number === 0 ? 0 : whole(number * 2 ** places);
}

function shiftedBack(number, places) {
    if (places < 0)
        throw new Stopped("ValueError: negative shift count");
    return Math.floor(number / 2 ** Math.min(places, 99));
}

function bits(a, b, operation) {
    return Number(operation(BigInt(a), BigInt(b)));
}

/* Lists; a missing number or tuple is null. */

function at(list, index) {
    if (index < 0 || index >= list.length)
        throw outside(index, "list assignment");
    return index;
}

function outside(index, what) {
    if (index < 0)
        return new Stopped(`an index counts from the end: ${index}`);
    return new Stopped(`IndexError: ${what} index out of range`);
}

function item(list, index) {
    const found = list[index];
    if (found === undefined)
        throw outside(index, "list");
    return found;
}

function last(list, place) {
    return item(list, list.length < place ? list.length : list.length - place);
}

function pop(list) {
    if (list.length === 0)
        throw new Stopped("IndexError: pop from empty list");
    return list.pop();
}

function repeated(value, times) {
    return new Array(Math.max(times, 0)).fill(value);
}

function known(value) {
    if (value === null)
        throw new Stopped("a number is missing: it is None");
    return value;
}

function digits(number, width) {
    const text = String(Math.abs(number)).padStart(number < 0 ? width - 1 : width, "0");
    return number < 0 ? `-${text}` : text;
}
