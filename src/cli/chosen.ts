/** Lets a person choose one of the pending questions for a command without an id. */
import { readPendingPage } from '../client/pending.ts';
import { isDumb } from '../config.ts';
import { InboxError } from '../core/errors.ts';
import { leftUntil } from '../core/spans.ts';
import { withConnection } from './connection.ts';
import { UsageError } from './errors.ts';
import { shortId } from './ids.ts';
import type { GlobalOptions } from './options.ts';
import { oneLine } from './output.ts';
import { answerPrompts } from './prompting/prompts.ts';
import { titleLine } from './title-line.ts';

/**
 * Returns the id of the chosen question. No connection is kept open during the choice, which may
 * take long.
 */
export async function chosenId(options: GlobalOptions, command: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY || isDumb()) {
    throw new UsageError(
      `An id is required: \`inbox ${command} ID\`. List ids with \`inbox list\``,
    );
  }
  const { messages } = await withConnection(options, `inbox ${command}`, ({ person }) =>
    readPendingPage(person),
  );
  if (messages.length === 0) throw new InboxError('not_found', 'No pending questions.');
  const now = Date.now();
  const choices = messages.map((message) => ({
    value: message.id,
    label: oneLine(titleLine(message), 60),
    hint: `${leftUntil(message.review?.expiresAt ?? '', now)} left, ${shortId(message.id)}`,
  }));
  return answerPrompts().one('Which question?', choices);
}
