import { oneLine } from '../output.ts';

const LONGEST_ID = 30;

export const shownId = (id: string) => oneLine(id, LONGEST_ID);
