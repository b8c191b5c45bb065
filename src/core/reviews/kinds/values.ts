import { isFilled } from './labels.ts';

/** Formats values by name, without empty ones. */
export const valuesByName = (all: [name: string, value: unknown][]): string =>
  all
    .filter(([, value]) => isFilled(value))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
