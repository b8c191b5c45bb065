import { homedir } from 'node:os';
import { settingNames } from '../../config.ts';
import { timerMs } from '../../core/timers.ts';
import { serverNoted } from '../connection.ts';
import type { GlobalOptions } from '../options.ts';
import { listProfiles } from '../profiles.ts';
import { resolveTarget } from '../target.ts';
import type { Candidate, Source } from './candidates.ts';
import { isTypeable, sources } from './sources.ts';

/** Returns candidates from the configured inbox, if it answers in time. */
export async function read(
  source: Source,
  typed: Record<string, string>,
  given: string[],
): Promise<Candidate[]> {
  const all = await unread(source, optionsFrom(typed), given).catch(() => []);
  return all.filter(({ value }) => isTypeable(value));
}

async function unread(source: Source, options: GlobalOptions, given: string[]) {
  if (source === 'profile')
    return listProfiles().map(({ name, url }) => ({ value: name, about: url }));
  if (source === 'action') return actions();
  if (source === 'zone') return zones();
  if (source === 'setting') return settingNames.map((value) => ({ value, about: '' }));
  const server = serverNoted(options);
  if (server === null) return [];
  const reader = sources[source](server.person, given);
  return Promise.race([reader, nothingAfter(options)]);
}

async function actions(): Promise<Candidate[]> {
  const { auditActions } = await import('../../core/audit/schema.ts');
  return auditActions.map((value) => ({ value, about: '' }));
}

const zones = (): Candidate[] =>
  Intl.supportedValuesOf('timeZone').map((value) => ({ value, about: '' }));

/** A path is for the shell to expand; `~` is what people write. */
function optionsFrom(typed: Record<string, string>): GlobalOptions {
  const { '--data': data, '--url': url, '--profile': profile } = typed;
  return {
    ...(data === undefined ? {} : { data: data.replace(/^~(?=\/|$)/, homedir()) }),
    ...(url === undefined ? {} : { url }),
    ...(profile === undefined ? {} : { profile }),
  };
}

/** Counted from the request: on a busy machine the start of the process alone takes long. */
async function nothingAfter(options: GlobalOptions): Promise<Candidate[]> {
  const { completionTimeout } = resolveTarget(options).settings;
  await Bun.sleep(timerMs(completionTimeout));
  return [];
}
