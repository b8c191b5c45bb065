/** Detects which parts of a question changed between two versions, without storing either. */
import type { Message } from '../../core/messages/schema.ts';

/** A short digest of each part, by its name. */
export type Parts = Record<string, string>;

export function partsOf({ text, attachments, review }: Message): Parts {
  const parts = { text, attachments: attachments.map(({ id }) => id), ...review?.payload };
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, digestOf(JSON.stringify(part) ?? '')]),
  );
}

/** Returns their names in alphabetical order. */
export function changedParts(before: Parts, after: Parts): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

/** FNV-1a: it only has to detect a change. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return `${text.length.toString(36)}.${(hash >>> 0).toString(36)}`;
}
