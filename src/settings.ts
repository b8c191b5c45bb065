/** All settings: the accepted values in words and as a schema, the default, and the purpose. */
import { z } from 'zod';
import { UNDO_SECONDS, undoChoices } from './client/undo-seconds.ts';
import {
  AbsolutePath,
  Amount,
  DURATIONS,
  Duration,
  durationsText,
  durationText,
  Keep,
  keptFor,
  List,
  listed,
  Most,
  MostBytes,
  Networks,
  Optional,
  Origins,
  offOr,
  ofWay,
  orNone,
  orOff,
  PublicUrl,
  plain,
  SIZES,
  Size,
  sizeText,
  TimeOfDay,
  Url,
} from './setting-values.ts';
import type { WaySetting } from './ways/way.ts';
import { type WaySettings, waySettings } from './ways/ways.ts';

const undoWords = `${undoChoices.slice(0, -1).join(', ')} or ${undoChoices.at(-1)}`;

type OfWays = {
  [Name in keyof WaySettings]: Omit<ReturnType<typeof ofWay>, 'schema'> & {
    schema: z.ZodType<WaySettings[Name]>;
  };
};

/** The settings of the ways to notify people; each way is off until it is set. */
const ofWays = Object.fromEntries(
  Object.entries<WaySetting>(waySettings).map(([name, setting]) => [name, ofWay(setting)]),
) as OfWays;

/**
 * By the name in config.json; `INBOX_` and the name in upper case is the environment variable.
 * `takes` completes the sentence “INBOX_PORT must be …”, and `write` returns a text for the same
 * value.
 */
export const settings = {
  host: {
    takes: 'an address such as 127.0.0.1',
    schema: z.string().min(1),
    write: plain,
    fallback: '127.0.0.1',
    about: 'address to listen on',
  },
  port: {
    takes: 'an integer from 0 to 65535',
    schema: Amount.pipe(z.number().int().min(0).max(65_535)),
    write: plain,
    fallback: 4600,
    about: 'port to listen on; 0 picks any free port',
  },
  publicUrl: {
    takes: 'an http or https URL',
    schema: PublicUrl.nullable(),
    write: orNone(plain),
    fallback: null,
    about: 'URL at which people open the inbox; if not set, the address the server listens on',
  },
  trustedProxies: {
    takes: 'a comma-separated list of addresses and CIDR ranges',
    schema: List.pipe(Networks),
    write: listed,
    fallback: '',
    about:
      'addresses and CIDR ranges of the proxies whose X-Forwarded-For, -Proto and -Host headers are trusted, separated by commas',
  },
  rateLimit: {
    takes: 'a number above 0, or off',
    schema: z.union([Amount.pipe(z.number().positive()), z.literal('off')]),
    write: plain,
    fallback: 100,
    about: 'requests per second for each credential, in bursts of up to five times as many, or off',
  },
  corsOrigins: {
    takes: 'a comma-separated list of http or https URLs',
    schema: Origins,
    write: listed,
    fallback: '',
    about: 'origins whose pages may call the API with a key or a token, separated by commas',
  },
  maxFileSize: {
    takes: `a size such as 500MB or 2GiB (${SIZES})`,
    schema: Size,
    write: sizeText,
    fallback: '100MiB',
    about: 'largest file that can be uploaded, such as 500MB or 2GiB',
  },
  maxPendingPerKey: {
    takes: 'an integer of at least 1, or off',
    schema: Most,
    write: offOr(plain),
    fallback: 10_000,
    about: 'maximum number of pending questions of one key, or off',
  },
  maxPendingPerChannel: {
    takes: 'an integer of at least 1, or off',
    schema: Most,
    write: offOr(plain),
    fallback: 10_000,
    about: 'maximum number of pending questions in one channel, or off',
  },
  maxPendingBytesPerKey: {
    takes: `a size such as 64MiB (${SIZES}), or off`,
    schema: MostBytes,
    write: offOr(sizeText),
    fallback: '64MiB',
    about: 'maximum total size of the pending questions of one key, such as 64MiB, or off',
  },
  maxChannelsPerKey: {
    takes: 'an integer of at least 1, or off',
    schema: Most,
    write: offOr(plain),
    fallback: 100,
    about: 'maximum number of channels created by one key, or off',
  },
  maxChannelFiles: {
    takes: `a size such as 2GiB (${SIZES}), or off`,
    schema: MostBytes,
    write: offOr(sizeText),
    fallback: 'off',
    about: 'maximum total size of the files in one channel, such as 2GiB, or off',
  },
  metrics: {
    takes: 'a comma-separated list of addresses and CIDR ranges, or off',
    schema: z.union([z.literal('off').transform((): string[] => []), List.pipe(Networks.min(1))]),
    write: offOr(listed),
    fallback: 'off',
    about: 'addresses and CIDR ranges that may read /metrics, separated by commas, or off',
  },
  log: {
    takes: 'json or pretty',
    schema: z.enum(['json', 'pretty']).nullable(),
    write: orNone(plain),
    fallback: null,
    about: 'format of log lines, json or pretty; if not set, pretty in a terminal, otherwise json',
  },
  webhookAllow: {
    takes: 'a comma-separated list of hosts and CIDR ranges',
    schema: List,
    write: listed,
    fallback: '',
    about: 'hosts and CIDR ranges that webhooks may reach even if not public, separated by commas',
  },
  webhookRetries: {
    takes: `a comma-separated list of durations such as 5s,30m,2h (${DURATIONS}), or off`,
    schema: z.union([z.literal('off').transform((): number[] => []), List.pipe(z.array(Duration))]),
    write: offOr(durationsText),
    fallback: '5s,30s,5m,30m,2h,12h',
    about: 'delays before the retries of a failed webhook, such as 5s,30m,2h, or off',
  },
  webhookTimeout: {
    takes: `a duration of at most 10m, such as 10s (${DURATIONS})`,
    schema: Duration.pipe(z.number().min(1).max(600_000)),
    write: durationText,
    fallback: '10s',
    about: 'time limit for one attempt at a webhook, such as 10s',
  },
  ...ofWays,
  retention: {
    ...keptFor('180d'),
    about: 'how long to keep messages after their last change, such as 180d; if not set, forever',
  },
  eventsKeep: {
    takes: `a duration of at least 1h, such as 30d (${DURATIONS})`,
    schema: Duration.pipe(z.number().min(3_600_000)),
    write: durationText,
    fallback: '30d',
    about: 'how long to keep events for clients that catch up',
  },
  auditKeep: {
    ...keptFor('365d'),
    about: 'how long to keep entries of the audit log, such as 365d; if not set, forever',
  },
  backupAt: {
    takes: 'a local time such as 03:30, or off',
    schema: orOff(TimeOfDay),
    write: offOr(plain),
    fallback: 'off',
    about: 'local time of the daily backup, such as 03:30, or off',
  },
  backupKeep: {
    takes: 'days (d), weeks (w) and months (m), separated by commas, such as 7d,4w,6m',
    schema: Keep,
    write: plain,
    fallback: '7d,4w,6m',
    about: 'number of recent days, weeks and months of which to keep the newest scheduled backup',
  },
  backupDir: {
    takes: 'an absolute path',
    schema: AbsolutePath.nullable(),
    write: orNone(plain),
    fallback: null,
    about: 'directory for scheduled backups; if not set, `backups` in the data directory',
  },
  secretsKeyFile: {
    takes: 'an absolute path',
    schema: AbsolutePath.nullable(),
    write: orNone(plain),
    fallback: null,
    about:
      'file of the key that seals secrets entered in the dashboard; if not set, `secrets.key` in the data directory',
  },
  localAnswers: {
    takes: 'on or off',
    schema: z.enum(['on', 'off']),
    write: plain,
    fallback: 'on',
    about:
      'off requires a login to answer; afterwards, only `inbox local-answers on` lifts the requirement',
  },
  url: {
    takes: 'an http or https URL',
    schema: Url.nullable(),
    write: orNone(plain),
    fallback: null,
    about: 'URL of the server that commands use',
  },
  apiKey: {
    takes: 'an API key (hp_…)',
    schema: Optional,
    write: orNone(plain),
    fallback: null,
    about: 'API key (hp_…) of an agent, for `ask`, `wait`, `send`, `file` and `listen`',
  },
  token: {
    takes: 'a token (hu_…)',
    schema: Optional,
    write: orNone(plain),
    fallback: null,
    about: 'token (hu_…) of the user that commands act as',
  },
  undoSeconds: {
    takes: undoWords,
    schema: Amount.pipe(z.literal(undoChoices)),
    write: plain,
    fallback: UNDO_SECONDS,
    about: `how many seconds the terminal lets you undo an answer: ${undoWords}`,
  },
  hookWait: {
    // No agent waits for its hook much longer.
    takes: `a duration of at most 24h, such as 8h (${DURATIONS})`,
    schema: Duration.pipe(z.number().min(1000).max(86_400_000)),
    write: durationText,
    fallback: '24h',
    about: 'when a question of `inbox hook` expires, such as 8h',
  },
  completionTimeout: {
    takes: `a duration of at most 10s, such as 300ms (${DURATIONS})`,
    schema: Duration.pipe(z.number().min(0).max(10_000)),
    write: durationText,
    fallback: '300ms',
    about: 'how long shell completions may wait for the inbox, such as 300ms',
  },
} as const;
