/** The cases of each SDK, by HTTP and over stdin and stdout. */
import type { Message } from '../../../src/core/messages/schema.ts';
import type { Result } from '../../../src/mcp/results.ts';
import type { Case, Outcome } from '../case.ts';
import { ending, type TestInbox } from '../inbox.ts';
import { nginx } from '../servers.ts';
import { eventually } from '../session.ts';
import { type Asking, NAME, newChannel, startAsking, type Way } from './client.ts';
import { installSdks, type Sdk, sdks } from './installed.ts';

type Channel = Awaited<ReturnType<typeof newChannel>>;
type Under = {
  inbox: TestInbox;
  channel: Channel;
  sdk: Sdk;
  way: Way;
  /** Starts another program with the same key. */
  start: (more?: { url?: string; path?: string }) => Promise<Asking>;
};
/** Returns what the program did, and the record beside it; throws where they disagree. */
type Act = (under: Under) => Promise<{ did: string; record: string }>;
type Doing = { name: string; ways: Way[]; isLong?: boolean; act: Act };

const MINUTE_MS = 60_000;
const BOTH: Way[] = ['HTTP', 'stdio'];
const ASKED_AT_ONCE = 100;
/** A connection that has closed withdraws a held question after two seconds. */
const SETTLED_MS = 3000;

const doings: Doing[] = [
  { name: 'every tool', ways: BOTH, act: everyTool },
  { name: 'a held call that is cancelled', ways: BOTH, act: cancelled },
  { name: 'the server restarted in between', ways: BOTH, act: restarted },
  { name: `${ASKED_AT_ONCE} questions at the same time`, ways: BOTH, act: together },
  { name: 'the same request 11 minutes after a yes', ways: BOTH, isLong: true, act: repeated },
  { name: 'answered after 10 minutes behind nginx', ways: BOTH, isLong: true, act: late },
  {
    name: 'permission_prompt held for 10 minutes behind nginx',
    ways: ['HTTP'],
    isLong: true,
    act: prompted,
  },
];

export const ofSdks: Case[] = sdks.flatMap((sdk) =>
  doings.flatMap(({ name, ways, isLong = false, act }) =>
    ways.map((way) => ({
      title: `MCP: ${sdk.name}, ${way}: ${name}`,
      isLong,
      install: installSdks,
      run: (inbox: TestInbox) => run(inbox, { sdk, way, act }),
    })),
  ),
);

async function run(inbox: TestInbox, doing: { sdk: Sdk; way: Way; act: Act }): Promise<Outcome> {
  const { sdk, way, act } = doing;
  const channel = await newChannel(inbox);
  const { key } = channel;
  const start = (more = {}) => startAsking(inbox, { sdk, way, key, ...more });
  try {
    return { ...(await act({ inbox, channel, sdk, way, start })), failure: null };
  } catch (error) {
    return { did: 'disagreed', record: 'see below', failure: (error as Error).message };
  }
}

type Kind = { input: object; response: object; result: Partial<Result> };

const YES = { selectedOption: 'approve' };
const kinds: Kind[] = [
  {
    input: { question: 'Deploy?', kind: 'approve', details: '# Why' },
    response: { ...YES, comment: 'Not on ``` Friday' },
    result: {
      approved: true,
      choice: 'Approve',
      choice_id: 'approve',
      comment: 'Not on ``` Friday',
    },
  },
  {
    input: { question: 'Delete it?', kind: 'approve' },
    response: { selectedOption: 'reject' },
    result: { approved: false, choice: 'Reject', choice_id: 'reject' },
  },
  {
    input: { question: 'Where?', kind: 'choose', options: ['eu', { id: 'x', label: 'us' }] },
    response: { selectedIds: ['x'] },
    result: { choice: 'us', choice_id: 'x' },
  },
  {
    input: { question: 'Which?', kind: 'choose', options: ['eu', 'us', 'ap'], multiple: true },
    response: { selectedIds: ['1', '3'] },
    result: { choice: ['eu', 'ap'], choice_id: ['1', '3'] },
  },
  {
    input: {
      question: 'How many?',
      kind: 'form',
      fields: [
        { name: 'n', type: 'number', label: 'N' },
        { name: 'when', type: 'date', label: 'When' },
      ],
    },
    response: { n: 3, when: '2026-02-28' },
    result: { values: { n: 3, when: '2026-02-28' } },
  },
  {
    input: { question: 'Who?', kind: 'text' },
    response: { text: 'Ann Müller 🙂' },
    result: { text: 'Ann Müller 🙂' },
  },
];

async function everyTool({ channel, start }: Under) {
  await using program = await start();
  for (const kind of kinds) await ofKind(program, channel, kind);
  const ask = (question: string) => program.call('ask', { question, wait_seconds: 0 });
  const [one, two] = [await ask('One?'), await ask('Two?')];
  same('what is pending', [one.status, 'approved' in one], ['pending', false]);
  const waiting = program.call<{ results: Result[] }>('wait', { ids: [one.id, two.id] });
  await channel.respond(two, YES);
  const { results } = await waiting;
  same(
    'what `wait` returned',
    results.map(({ status }) => status),
    ['pending', 'answered'],
  );
  const reason = 'Found it';
  await program.call('withdraw', { id: one.id, reason });
  same('what was withdrawn', ending(await channel.read(one.id)), `withdrawn: ${reason}`);
  const written = await program.call('notify', { text: 'Done', status: 'resting' });
  const { text } = await channel.read(written.id);
  same('what was written', [text, await channel.status()], ['Done', 'resting']);
  const last = await ask('Three?');
  const checked = await program.call<Record<string, Result[]>>('check', {});
  const ids = [checked.waiting, checked.answered].map((list) => list?.map(({ id }) => id));
  same('what `check` listed', [ids[0], ids[1]?.[0]], [[last.id], two.id]);
  same('how many were answered', ids[1]?.length, kinds.length + 1);
  const wrong = await program.raw('ask', { question: 'Which?', kind: 'choose' });
  same('a wrong call is refused', wrong.isError, true);
  return {
    did: `spoke ${program.speaks}; ${kinds.length} answers, wait, withdraw, notify, check`,
    record: 'each as it was returned',
  };
}

/** Asks, is answered, and compares the two forms of the result with the record. */
async function ofKind(program: Asking, channel: Channel, { input, response, result }: Kind) {
  const { question } = input as { question: string };
  const returning = program.raw('ask', { ...input, wait_seconds: 40 });
  const asked = await channel.asked(question);
  await channel.respond(asked, response);
  const { structuredContent, content } = await returning;
  const returned = structuredContent as Result;
  const { review, metadata } = await channel.read(asked.id);
  same(`the answer to ${question}`, returned, {
    ...returned,
    ...result,
    id: asked.id,
    status: 'answered',
    answered_by: review?.respondedBy?.name,
    answered_at: review?.respondedAt,
  });
  same(`the record of ${question}`, review?.response, { ...review?.response, ...response });
  const [, theirs = ''] = (content[0]?.text ?? '').split('```json');
  const data = JSON.parse(theirs.replace(/```$/, ''));
  same(`the text of ${question}`, data, { ...data, ...withoutVerdict(result) });
  same('the source', (metadata?.source as { client?: string })?.client, NAME);
}

const withoutVerdict = ({ approved: _, ...rest }: Partial<Result>) => rest;

/** An answer that comes after the hold has ended must have reached nobody. */
async function cancelled({ channel, sdk, start }: Under) {
  const title = 'Still?';
  await using program = await start();
  const held = program.begin('ask', { question: title, wait_seconds: 100 }, 2 * MINUTE_MS);
  const asked = await channel.asked(title);
  held.cancel();
  const { error } = await held.line;
  if (error === undefined) throw new Error('the cancelled call returned a result');
  if (!sdk.cancels) await program[Symbol.asyncDispose]();
  await Bun.sleep(SETTLED_MS);
  same('the question', ending(await channel.read(asked.id)), 'pending');
  await channel.respond(asked, YES);
  await Bun.sleep(SETTLED_MS);
  same('who was told, after the hold', await channel.told(asked.id), null);
  await using next = sdk.cancels ? program : await start();
  const { results } = await next.call<{ results: Result[] }>('wait', { ids: [asked.id] });
  same('the answer', results[0]?.approved, true);
  return {
    did: `${sdk.cancels ? 'cancelled' : 'cancelled, and closed'}; then read the answer`,
    record: `${ending(await channel.read(asked.id))}, told by ${await channel.told(asked.id)}`,
  };
}

async function restarted({ inbox, channel, way, start }: Under) {
  await using program = await start();
  const asked = await program.call('ask', { question: 'Before?', wait_seconds: 0 });
  await inbox.kill();
  try {
    if (way === 'stdio') {
      const { isError, content } = await program.raw('check', {});
      same('the call without a server', isError, true);
      if (!/does not answer/.test(content[0]?.text ?? '')) throw new Error(content[0]?.text);
    }
  } finally {
    await inbox.start();
  }
  await channel.respond(asked, YES);
  const { results } = await program.call<{ results: Result[] }>('wait', { ids: [asked.id] });
  same('the answer', results[0]?.approved, true);
  const after = await program.call('ask', { question: 'After?', wait_seconds: 0 });
  const records = [await channel.read(asked.id), await channel.read(after.id)];
  return { did: 'waited, and asked again', record: records.map(ending).join('; ') };
}

async function together({ channel, start }: Under) {
  await using program = await start();
  const numbers = Array.from({ length: ASKED_AT_ONCE }, (_, index) => `${index + 1}`);
  const asking = numbers.map((question) =>
    program.call('ask', { question, kind: 'text', wait_seconds: 50 }),
  );
  const asked = await eventually(`${ASKED_AT_ONCE} are asked`, async () => {
    const all = await channel.pending();
    return all.length === ASKED_AT_ONCE ? all : null;
  });
  const textFor = ({ review }: Message) => `to ${review?.payload.title}`;
  await Promise.all(asked.map((one) => channel.respond(one, { text: textFor(one) })));
  const returned = await Promise.all(asking);
  same(
    'the answers',
    returned.map(({ text }) => text),
    numbers.map((number) => `to ${number}`),
  );
  const records = await Promise.all(returned.map(({ id }) => channel.read(id)));
  same(
    'the record',
    records.map((one) => [one.review?.payload.title, one.review?.response?.text]),
    numbers.map((number) => [number, `to ${number}`]),
  );
  return { did: `read ${returned.length} answers, each its own`, record: 'the same' };
}

async function repeated({ channel, start }: Under) {
  await using program = await start();
  const ask = () => program.call('ask', { question: 'Again?', request_id: 'r-1', wait_seconds: 0 });
  const first = await ask();
  await channel.respond(first, YES);
  same('a repetition soon after', await ask(), { ...(await ask()), id: first.id, approved: true });
  await Bun.sleep(11 * MINUTE_MS);
  const second = await ask();
  if (second.id === first.id) throw new Error('it was answered by the first yes');
  same('what is asked anew', [second.status, 'approved' in second], ['pending', false]);
  const records = [await channel.read(first.id), await channel.read(second.id)];
  return { did: 'asked, and 11 minutes later anew', record: records.map(ending).join('; ') };
}

async function late({ inbox, channel, start }: Under) {
  const proxy = await nginx(inbox);
  try {
    await using program = await start({ url: proxy.url });
    const begun = Date.now();
    let result = await program.call('ask', { question: 'Late?' });
    const answering = Bun.sleep(10 * MINUTE_MS).then(() => channel.respond(result, YES));
    let calls = 1;
    while (result.status === 'pending') {
      if (Date.now() - begun > 12 * MINUTE_MS) throw new Error('it is pending after 12 minutes');
      const waited = await program.call<{ results: Result[] }>('wait', { ids: [result.id] });
      result = waited.results[0] ?? result;
      calls++;
    }
    await answering;
    same('the answer', result.approved, true);
    const minutes = ((Date.now() - begun) / MINUTE_MS).toFixed(1);
    const record = ending(await channel.read(result.id));
    return { did: `read the yes after ${minutes} minutes, in ${calls} calls`, record };
  } finally {
    await proxy.stop();
  }
}

async function prompted({ inbox, channel, start }: Under) {
  const proxy = await nginx(inbox);
  try {
    await using program = await start({ url: proxy.url, path: '/mcp/claude-permissions' });
    const input = { command: 'make deploy' };
    const asking = { tool_name: 'Bash', input, tool_use_id: 'toolu_1' };
    const holding = program.raw('permission_prompt', asking, 15 * MINUTE_MS);
    const ended = holding.then(({ content }) => {
      throw new Error(`it ended early: ${content[0]?.text}`);
    });
    const asked = await Promise.race([channel.asked('Bash: make deploy'), ended]);
    await Promise.race([Bun.sleep(10 * MINUTE_MS), ended]);
    ended.catch(() => {});
    await channel.respond(asked, { decision: 'allow' });
    const { content } = await holding;
    const decision = JSON.parse(content[0]?.text ?? '');
    same('the decision', decision, { behavior: 'allow', updatedInput: input });
    return { did: 'read the decision', record: ending(await channel.read(asked.id)) };
  } finally {
    await proxy.stop();
  }
}

function same(what: string, actual: unknown, expected: unknown): void {
  if (Bun.deepEquals(actual, expected)) return;
  const [is, must] = [actual, expected].map((value) => JSON.stringify(value));
  throw new Error(`${what} must be ${must}, not ${is}`);
}
