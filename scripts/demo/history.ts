/** Past messages, files and answers. */
import { deployOptions } from './approvals.ts';
import { drawn } from './picture.ts';
import type { Writing } from './writing.ts';

/** @returns the id of a question that has ended */
export async function writeHistory(writing: Writing): Promise<string> {
  await writeEvents(writing);
  await writeResearch(writing);
  const settled = await writeDeploys(writing);
  await writeRefund(writing);
  return settled;
}

async function writeEvents({ send }: Writing) {
  await send('nightly-etl', {
    status: 'success',
    text: '**1,204,331 rows** in 11 min 40 s. No late partitions.',
  });
  await send('support-triage', {
    status: 'error',
    text: 'The mailbox refused the password (535). I try again every 10 minutes.',
  });
}

async function writeResearch({ send, upload, write, receive }: Writing) {
  const batches = 'batch,commits\n1,2100\n64,19400\n';
  await send('research', { status: 'info', text: researchNote });
  await upload('research', new File([drawn()], 'commits.png', { type: 'image/png' }));
  await upload('research', new File([batches], 'batches.csv', { type: 'text/csv' }));
  const thanks = await write('research', 'Thank you. Which of them runs with `synchronous=FULL`?');
  await receive(thanks.id);
}

async function writeDeploys({ send, write, answer }: Writing): Promise<string> {
  await send('deploy-bot', { status: 'success', text: 'Build `a41f9c2` passed in 6 min 12 s.' });
  await write('deploy-bot', "Hold production until I've looked at the migration.");
  const staging = await send('deploy-bot', {
    text: 'Deploy v2.3.0 to staging?',
    review: { type: 'approval', payload: deployOptions },
  });
  await answer(staging.id, { selectedOption: 'deploy', comment: 'Fine for staging.' });
  await send('deploy-bot', {
    text: 'Staging is healthy. Error rate 0.02 %, p95 181 ms.',
    status: 'success',
  });
  return staging.id;
}

async function writeRefund({ send, answer }: Writing) {
  const options = [
    { id: 'refund', label: 'Refund', style: 'primary' },
    { id: 'no', label: 'Do not', style: 'danger' },
  ];
  const refund = await send('billing-agent', {
    text: 'Refund €89 to M. Okafor?',
    review: { type: 'approval', payload: { options } },
  });
  await answer(refund.id, { selectedOption: 'refund' });
}

const researchNote = [
  '## Durable queues on SQLite',
  'Three of the five papers measure with `synchronous=OFF`. The two that do not agree within 8 %:',
  '| batch | commits/s |\n|---|---|\n| 1 | 2,100 |\n| 64 | 19,400 |',
].join('\n\n');
