import { open, rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import type { AuditEntry, AuditPage } from '../../core/audit/schema.ts';
import { followChain } from '../../core/audit/verify.ts';
import { wordsOf } from '../../core/audit/words.ts';
import { actorId, subjectId } from '../audit-ids.ts';
import { entriesIn, type Filters, pagesOf } from '../audit-log.ts';
import { type Connection, withConnection } from '../connect.ts';
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
type Outcome = { fault: string | null; newest: { seq: number; hash: string }; entries: number };

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
    .description('check that no entry was changed or removed; prints the newest seq and hash')
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
    const titles: AuditPage['titles'] = {};
    for await (const page of pagesOf(person, given(filters))) {
      entries.push(...page.data);
      Object.assign(titles, page.titles);
      if (entries.length >= limit) break;
    }
    const shown = entries.slice(0, limit);
    if (options.json) return printJson(shown);
    if (shown.length === 0) return note('No entries.');
    await printList(shown, columnsWith(titles));
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

const columnsWith = (titles: AuditPage['titles']): Column<AuditEntry>[] => [
  { whole: ({ seq }) => `${seq}` },
  {
    whole: ({ at }) => at,
    shown: ({ at }) => `${dayOf(at)} ${secondsOf(at)}`,
    ...{ style: () => 'dim' as const, rank: 1 },
  },
  { whole: (entry) => sentenceOf(entry, titles), least: 12 },
  { whole: ({ address }) => address ?? '', style: () => 'dim', rank: 2 },
];

function sentenceOf(entry: AuditEntry, titles: AuditPage['titles']): string {
  const { who, did } = wordsOf(entry, titles);
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
  const outcome = file
    ? await followFile(file, against)
    : await withConnection(options, 'inbox audit verify', (to) => followInbox(to, against));
  const { fault, newest, entries } = outcome;
  if (fault !== null) process.exitCode = exit.error;
  if (options.json) printJson({ ok: fault === null, ...outcome });
  else if (fault === null) print(`${newest.seq} ${newest.hash}`);
  if (fault !== null) {
    note(`error: The audit log was tampered with: ${fault}`);
    return;
  }
  note(`${entriesWord(entries)} verified. Keep the newest hash elsewhere for \`--against\`.`);
}

async function followFile(file: string, against: string | undefined): Promise<Outcome> {
  const chain = followChain({ ...(against === undefined ? {} : { against }) });
  let entries = 0;
  for await (const entry of entriesIn(file)) {
    chain.next(entry);
    entries++;
  }
  return { fault: chain.fault(), newest: chain.last(), entries };
}

/** Restarts from the beginning if entries were pruned during the download. */
async function followInbox(to: Connection, against: string | undefined): Promise<Outcome> {
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
