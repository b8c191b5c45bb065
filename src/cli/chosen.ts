/** Which question a command without an id means: a person chooses one of those that are pending. */
import { readPendingPage } from '../client/pending.ts';
import { InboxError } from '../core/errors.ts';
import { leftUntil } from '../core/spans.ts';
import { answerPrompts } from './asking/prompts.ts';
import { withConnection } from './connect.ts';
import { UsageError } from './errors.ts';
import { shortId } from './ids.ts';
import type { GlobalOptions } from './options.ts';
import { oneLine } from './output.ts';
import { titleOf } from './title.ts';

/** The id of the question that was chosen. The choice may take long: until then nothing is held open. */
export async function chosenId(options: GlobalOptions, command: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
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
    label: oneLine(titleOf(message), 60),
    hint: `${leftUntil(message.review?.expiresAt ?? '', now)} left, ${shortId(message.id)}`,
  }));
  return answerPrompts().one('Which question?', choices);
}
