/** When a key press is meant, in the browser and the terminal. Milliseconds. */

/** Nobody means two different keys that come so close together. */
export const CLOSE_MS = 120;
/** So many different keys within this time are a word. */
export const WORD_MS = 600;
export const WORD_KEYS = 3;
/** A second thought takes so long at least; what is pressed sooner belongs to the first press. */
export const THOUGHT_MS = 700;
/** For so long a first press of two is remembered. */
export const ARMED_MS = 5000;
