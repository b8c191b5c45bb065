/** The flags of `inbox ask` for the urgency of a question and who is notified of it. */
import { type Command, Option } from 'commander';
import { ok } from '../../client/client.ts';
import { MOST_NOTIFY_AFTER } from '../../core/channels/schema.ts';
import { InboxError } from '../../core/errors.ts';
import { Urgency } from '../../core/notify/schema.ts';
import type { AskReview } from '../../core/reviews/schema.ts';
import type { Connection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { inFlag, isWholeId } from '../ids.ts';
import { collect, parseDurationOrZero } from '../options.ts';
import { userNamed } from '../users.ts';

export type ReachOptions = {
  urgency?: (typeof Urgency.options)[number];
  confirm?: boolean;
  notify?: string[];
  requireReach?: boolean;
  notifyAfter?: string;
};

export const withReachFlags = (command: Command): Command =>
  command
    .addOption(
      new Option('--urgency <urgency>', 'urgency of the question (default: normal)').choices(
        Urgency.options,
      ),
    )
    .option('--confirm', 'must be answered in the dashboard or the terminal, after a login')
    .option(
      '--notify <user>',
      'notify only this user, given by e-mail address, name or id (repeatable; default: everyone who sees the channel)',
      collect,
    )
    .option(
      '--notify-after <duration>',
      'notify nobody for this long, such as 20s, at most 10m (default: the delay of its channel)',
    )
    .option('--require-reach', 'fail if nobody can be notified and nobody is watching');

type Asked = Pick<AskReview, 'urgency' | 'confirm' | 'notify'>;

/** Returns the fields of the review that the flags set. */
export async function reachFrom(options: ReachOptions, connection: Connection): Promise<Asked> {
  const { urgency, confirm, notify, requireReach, notifyAfter } = options;
  const people = notify && (await peopleNamed(connection, notify));
  const asked = {
    ...(people ? { people } : {}),
    ...(requireReach ? { require: true } : {}),
    ...(notifyAfter === undefined ? {} : { afterSeconds: parseNotifyAfter(notifyAfter) }),
  };
  return {
    ...(urgency ? { urgency } : {}),
    ...(confirm ? { confirm } : {}),
    ...(Object.keys(asked).length > 0 ? { notify: asked } : {}),
  };
}

/** Parses how long nobody is notified, into seconds. */
export function parseNotifyAfter(text: string): number {
  const seconds = parseDurationOrZero(text, '--notify-after');
  if (seconds <= MOST_NOTIFY_AFTER) return seconds;
  throw new UsageError('--notify-after: at most 10m');
}

/** Resolves users. Whole ids need no lookup, which only owners may do. */
async function peopleNamed({ person }: Connection, named: string[]): Promise<string[]> {
  if (named.every(isWholeId)) return named.map((id) => id.toUpperCase());
  const users = await ok(person.users.get()).catch((error) => {
    if (!(error instanceof InboxError) || error.code !== 'forbidden') throw error;
    throw new UsageError('--notify: only owners can look up users. Pass whole user ids instead');
  });
  return inFlag(Promise.all(named.map(async (name) => userNamed(users, name).id)));
}
