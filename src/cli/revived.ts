import type { Ahead } from '../backup/restore.ts';
import { note, table } from './output.ts';

/** The most of each kind that are named; `--json` has all. */
const SHOWN = 20;

/** Lists what a restored backup makes valid again although it was ended after the backup. */
export function noteRevived({ revived, unknown }: Ahead, revokeAll: boolean): void {
  if (unknown) note(`The current database cannot be compared with the backup: ${unknown}.`);
  if (!revived) return;
  const { keys, tokens, contacts, users, reviews } = revived;
  const ended = [
    ...keys.map(({ prefix, name, since }) => ['key', `${prefix}…`, name, since]),
    ...tokens.map(({ prefix, name, user, since }) => [
      'token',
      `${prefix}…`,
      `${name}, of ${user}`,
      since,
    ]),
    ...contacts.map(({ kind, name, user, since }) => [
      'contact',
      kind,
      `${name}, of ${user}`,
      since,
    ]),
    ...users.map(({ id, email, name, since }) => ['user', email ?? id, name, since]),
  ];
  if (ended.length > 0) {
    note(`Ended after the backup was made, and ${revokeAll ? 'ended again' : 'valid again'}:`);
    noteRows(ended);
    if (!revokeAll)
      note(
        'To revoke every key, token, password and answers at contacts, restore with --revoke-all.',
      );
  }
  if (reviews.length === 0) return;
  note('Answered, expired, withdrawn or retracted after the backup was made, and pending again:');
  noteRows(reviews.map(({ id, type, since }) => [id, type, since]));
}

function noteRows(rows: string[][]): void {
  for (const line of table(rows.slice(0, SHOWN)).split('\n')) note(`  ${line}`);
  if (rows.length > SHOWN) note(`  and ${rows.length - SHOWN} more (--json lists all)`);
}
