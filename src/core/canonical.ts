import { createHash } from 'node:crypto';
import { canonicalJson } from './json.ts';

/** SHA-256 of the canonical JSON, as hex. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');
