import { isFilled } from './labels.ts';

/** Values by name, those that are empty left out. */
export const valuesByName = (all: [name: string, value: unknown][]): string =>
  all
    .filter(([, value]) => isFilled(value))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
