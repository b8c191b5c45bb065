import { open, rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import type { AuditEntry, RecordComparison } from '../../core/audit/schema.ts';
import { followChain } from '../../core/audit/verify.ts';
import { type Around, wordsOf } from '../../core/audit/words.ts';
import { actorId, subjectId } from '../audit-ids.ts';
import { comparisonsOf, entriesIn, type Filters, pagesOf } from '../audit-log.ts';
import { type Connection, withConnection } from '../connection.ts';
import { counted } from '../counted.ts';
import { exit, UsageError } from '../errors.ts';
import { dayOf, secondsOf } from '../moments.ts';
import { collect, countFrom, type GlobalOptions, parseDuration } from '../options.ts';
import { note, print, printJson, written } from '../output.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';

type ListOptions = GlobalOptions & {
  actor?: string;
  action?: string[];
  subject?: string;
  after?: string;
  before?: string;
  limit: number;
};
type VerifyOptions = GlobalOptions & { against?: string };
type Chain = { fault: string | null; newest: { seq: number; hash: string }; entries: number };
type Compared = Omit<RecordComparison, 'nextCursor'>;

export function defineAudit(command: Command): void {
  command
    .command('list', { isDefault: true })
    .description('list the newest entries')
    .option('--actor <id>', 'limit to changes by this user or key (id or name)')
    .option(
      '--action <action>',
      'limit to this action, or to a prefix such as key. (repeatable)',
      collect,
    )
    .option('--subject <id>', 'limit to changes of this user, key, channel or message (id or name)')
    .option('--after <time>', 'limit to entries since this time: ISO 8601, or an age such as 7d')
    .option('--before <time>', 'limit to entries before this time')
    .option('-n, --limit <count>', 'maximum number to list', countFrom(1, 10_000), 20)
    .addHelpText('after', '\nExample:\n  $ inbox audit list --action key. --after 30d')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('export [file]')
    .description('write all entries as JSON lines, oldest first')
    .addHelpText('after', '\nExample:\n  $ inbox audit export audit.jsonl')
    .action((file: string | undefined, _: unknown, self: Command) =>
      exportTo(file ?? '-', self.optsWithGlobals()),
    );
  command
    .command('verify [file]')
    .description(
      'check that no entry was changed or removed, and that stored decisions are the recorded ones; prints the newest seq and hash',
    )
    .option('--against <hash>', 'fail unless an entry has this hash')
    .addHelpText('after', '\nExample:\n  $ inbox audit verify')
    .action((file: string | undefined, _: unknown, self: Command) =>
      verify(file, self.optsWithGlobals()),
    );
}

async function list(options: ListOptions): Promise<void> {
  const { limit } = options;
  const [after, before] = [timeOf(options.after), timeOf(options.before)];
  await withConnection(options, 'inbox audit', async ({ person }) => {
    const filters = { ...(await named(person, options)), after, before };
    const entries: AuditEntry[] = [];
    const around: Around = { titles: {}, emails: {} };
    for await (const page of pagesOf(person, given(filters))) {
      entries.push(...page.data);
      Object.assign(around.titles, page.titles);
      Object.assign(around.emails, page.emails);
      if (entries.length >= limit) break;
    }
    const shown = entries.slice(0, limit);
    if (options.json) return printJson(shown);
    if (shown.length === 0) return note('No entries.');
    await printList(shown, columnsWith(around));
  });
}

async function named(client: Client, { actor, action, subject }: ListOptions) {
  return {
    actor: actor === undefined ? undefined : await actorId(client, actor),
    action,
    subject: subject === undefined ? undefined : await subjectId(client, subject),
  };
}

const given = (filters: { [Name in keyof Filters]: Filters[Name] | undefined }): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));

const columnsWith = (around: Around): Column<AuditEntry>[] => [
  { whole: ({ seq }) => `${seq}` },
  {
    whole: ({ at }) => at,
    shown: ({ at }) => `${dayOf(at)} ${secondsOf(at)}`,
    style: () => 'dim' as const,
    rank: 1,
  },
  { whole: (entry) => sentenceOf(entry, around), least: 12 },
  { whole: ({ address }) => address ?? '', style: () => 'dim', rank: 2 },
];

function sentenceOf(entry: AuditEntry, around: Around): string {
  const { who, did } = wordsOf(entry, around);
  return `${who} ${did}`;
}

function timeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^\d+[smhd]$/.test(text)) {
    return new Date(Date.now() - parseDuration(text) * 1000).toISOString();
  }
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) {
    throw new UsageError(`Invalid time “${text}”. Use ISO 8601, or an age such as 7d.`);
  }
  return new Date(ms).toISOString();
}

async function exportTo(file: string, options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox audit export', async ({ person }) => {
    const out = await openOutput(file);
    let count = 0;
    try {
      for await (const { data } of pagesOf(person, { order: 'oldest' })) {
        count += data.length;
        await out.write(data.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      }
      await out.close();
    } catch (error) {
      await out.remove();
      throw error;
    }
    note(`${entriesWord(count)} exported.`);
  });
}

/** Opens a new file, readable by its owner only, or standard output. */
async function openOutput(file: string) {
  if (file === '-') {
    return { write: written, close: async () => {}, remove: async () => {} };
  }
  const handle = await open(file, 'wx', 0o600).catch((error) => {
    throw new UsageError(error.code === 'EEXIST' ? `${file} already exists` : error.message);
  });
  return {
    write: async (text: string) => void (await handle.writeFile(text)),
    close: () => handle.close(),
    async remove() {
      await handle.close();
      await rm(file, { force: true });
    },
  };
}

async function verify(file: string | undefined, options: VerifyOptions): Promise<void> {
  const { against } = options;
  if (against !== undefined && !/^[0-9a-f]{64}$/.test(against)) {
    throw new UsageError('--against must be a hash of 64 hexadecimal digits');
  }
  const { chain, compared } = file
    ? { chain: await followFile(file, against), compared: null }
    : await withConnection(options, 'inbox audit verify', async (to) => ({
        chain: await followInbox(to, against),
        compared: await compareInbox(to),
      }));
  const { fault, newest, entries } = chain;
  const isSound = fault === null && !compared?.different.length;
  if (!isSound) process.exitCode = exit.error;
  if (options.json) printJson({ ok: isSound, ...chain, ...compared });
  else if (isSound) print(`${newest.seq} ${newest.hash}`);
  if (fault !== null) note(`error: The audit log was tampered with: ${fault}`);
  if (compared) noteCompared(compared);
  if (!isSound) return;
  const also = compared ? `, ${decisionsWord(compared.compared)} compared with what is stored` : '';
  note(
    `${entriesWord(entries)} verified${also}. Keep the newest hash elsewhere for \`--against\`.`,
  );
}

const decisionsWord = (count: number) => counted(count, 'decision');

async function compareInbox({ person }: Connection): Promise<Compared> {
  const found: Compared = { compared: 0, different: [], incomparable: [] };
  for await (const { compared, different, incomparable } of comparisonsOf(person)) {
    found.compared += compared;
    found.different.push(...different);
    found.incomparable.push(...incomparable);
  }
  return found;
}

const parts = {
  question: 'the question',
  answer: 'the answer',
  who: 'who answered, or when',
  entry: 'an answer that no entry records',
};
const reasons = {
  deleted: 'the question was deleted',
  older: 'the answer is from an older version, or its entry was pruned',
  restored: 'a restore took the answer back',
};

function noteCompared({ different, incomparable }: Compared): void {
  for (const { seq, messageId, what } of different) {
    const where = seq === null ? '' : `entry ${seq}, `;
    const said = what.map((part) => parts[part]).join('; ');
    note(
      `error: What is stored differs from the audit log: ${where}question ${messageId}: ${said}`,
    );
  }
  for (const [why, reason] of Object.entries(reasons)) {
    const ones = incomparable.filter((one) => one.why === why);
    if (ones.length === 0) continue;
    const named = ones.map(({ seq, messageId }) => (seq === null ? `question ${messageId}` : seq));
    note(`Not compared, as ${reason}: ${decisionsWord(ones.length)} (${spans(named)})`);
  }
}

/** A line names at most this number of them. */
const NAMED = 20;

/** Entries that follow one another as `3-7`. */
function spans(places: (number | string)[]): string {
  const runs: [first: number | string, last: number | string][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run && typeof place === 'number' && run[1] === place - 1) run[1] = place;
    else runs.push([place, place]);
  }
  const named = runs
    .slice(0, NAMED)
    .map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  const more = runs.length > NAMED ? [`… (all with --json)`] : [];
  return [...named, ...more].join(', ');
}

async function followFile(file: string, against: string | undefined): Promise<Chain> {
  const chain = followChain({ ...(against === undefined ? {} : { against }) });
  let entries = 0;
  for await (const entry of entriesIn(file)) {
    chain.next(entry);
    entries++;
  }
  return { fault: chain.fault(), newest: chain.last(), entries };
}

/** Restarts from the beginning if entries were pruned during the download. */
async function followInbox(to: Connection, against: string | undefined): Promise<Chain> {
  const { anchor, newest } = await ok(to.person.audit.chain.get());
  const chain = followChain({ newest, ...(against === undefined ? {} : { against }) });
  let entries = 0;
  for await (const { data } of pagesOf(to.person, { order: 'oldest' })) {
    for (const entry of data) chain.next(entry);
    entries += data.length;
  }
  const fault = chain.fault();
  const isPruned = (await ok(to.person.audit.chain.get())).anchor.seq !== anchor.seq;
  if (fault !== null && isPruned) return followInbox(to, against);
  return { fault, newest: chain.last(), entries };
}

const entriesWord = (count: number) => counted(count, 'entry', 'entries');
