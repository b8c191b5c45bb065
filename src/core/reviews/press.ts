/** Limits in milliseconds for when a key press is intended, in the browser and the terminal. */

/** Two different keys this close together are not intended. */
export const CLOSE_MS = 120;
/** This many different keys within this time are a word. */
export const WORD_MS = 600;
export const WORD_KEYS = 3;
/** The minimum time of a deliberate second press; an earlier one belongs to the first. */
export const THOUGHT_MS = 700;
/** How long the first of two presses is remembered. */
export const ARMED_MS = 5000;
