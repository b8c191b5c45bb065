/**
 * The audit log's share of an answer: times each answer in this process, from the call to the disk,
 * and right after it the same entry written a second time within a change.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localAgent } from '../../../src/core/access/callers.ts';
import { localOwner } from '../../../src/core/access/local-owner.ts';
import { record } from '../../../src/core/audit/record.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { createChannel } from '../../../src/core/channels/channels.ts';
import { CreateAgent } from '../../../src/core/channels/schema.ts';
import { sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { openInbox } from '../../../src/core/open.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { silentLog } from '../../../src/log.ts';

const WARM_UP = 200;

/** In ms: the time of each answer, and its entry's share. */
export async function timeEntries(
  turns: number,
): Promise<{ answers: number[]; entries: number[] }> {
  const data = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
  const inbox = await openInbox({ data, log: silentLog(), holder: 'a benchmark' });
  const owner = await localOwner(inbox);
  const { id: channelId } = await createChannel(inbox, owner, CreateAgent.parse({ name: 'bench' }));
  const ask = SendMessage.parse({ channelId, text: 'Deploy?', review: { type: 'approval' } });
  const took = { answers: [] as number[], entries: [] as number[] };
  for (let turn = -WARM_UP; turn < turns; turn++) {
    const { id } = (await sendMessage(inbox, localAgent(), ask)).message;
    const begun = performance.now();
    await answerReview(inbox, owner, id, { selectedOption: 'approve' });
    const answer = performance.now() - begun;
    const entry = await changeByItself(inbox, async (change) => {
      const at = performance.now();
      await record(change, owner, {
        action: 'review.answered',
        subject: { kind: 'message', id, name: null },
        detail: { channelId, type: 'approval', questionDigest: id, answerDigest: id },
      });
      return performance.now() - at;
    });
    if (turn < 0) continue;
    took.answers.push(answer);
    took.entries.push(entry);
  }
  await inbox.close();
  rmSync(data, { recursive: true });
  return took;
}
