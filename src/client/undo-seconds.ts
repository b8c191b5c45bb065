/** For how many seconds an answer can be undone, in the browser and the terminal; 0 is not at all. */
export const undoChoices = [0, 3, 5, 10] as const;
export type UndoSeconds = (typeof undoChoices)[number];

/** Until a person chooses. */
export const UNDO_SECONDS = 5;
