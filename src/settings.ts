/** Every setting: what it takes, in words and as a schema, what it is unless set, and what it is for. */
import { z } from 'zod';
import { durationMs } from './core/durations.ts';

const Url = z.url({ protocol: /^https?$/ });
/** What the inbox itself has at the root of its host: a path that begins so would be taken for it. */
const OWN =
  /^(api|assets|health|metrics|probe|docs|openapi\.json|socket\.io|ws|[mc]|answered|activity|channels|files|settings|setup|login|device)$/;
const firstOf = (url: string) => new URL(url).pathname.split('/')[1] ?? '';
const PublicUrl = Url.refine((url) => !OWN.test(firstOf(url)), {
  error: ({ input }) =>
    `/${firstOf(`${input}`)} is a path of the inbox itself: choose another, such as /inbox`,
}).refine((url) => !/[?#]/.test(url), 'use one without a query and a fragment');
const List = z.string().transform((text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
);
const Origins = List.pipe(z.array(Url.transform((url) => new URL(url).origin)));
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: ({ input }) => `“${input}” is neither an address nor a CIDR`,
});
const Networks = z.array(Network);

/** The units that are read. */
const DURATIONS = 'units: ms, s, m, h, d';
const SIZES = 'units: kB, MB, GB, TB, KiB, MiB, GiB, TiB';

/** Milliseconds: `5s`, `500ms`, `1h30m`, or a bare number of seconds. */
const Duration = z
  .string()
  .transform((text) => durationMs(/^\d+\.\d+$/.test(text) ? `${text}s` : text) ?? Number.NaN)
  .pipe(z.number());

/** Bytes: a number, or one with a unit such as `500MB` (a thousand at a time) or `2GiB` (1024). */
const Size = z.union([z.number(), z.string().transform(toBytes)]).pipe(
  z
    .number()
    .int()
    .min(1)
    .max(2 ** 50),
);

function toBytes(text: string): number {
  const [, digits, letter = '', i] =
    /^\s*(\d+(?:\.\d+)?)\s*(?:([kmgt])(i)?)?b?\s*$/i.exec(text) ?? [];
  const power = ['', 'k', 'm', 'g', 't'].indexOf(letter.toLowerCase());
  return Math.round(Number(digits) * (i ? 1024 : 1000) ** power);
}

/** A limit, or none. */
const orOff = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('off').transform(() => null), schema]);
const Most = orOff(z.coerce.number().int().min(1));
const MostBytes = orOff(Size);

/** Of the day, as 24 hours; always with two digits each. */
const TimeOfDay = z
  .string()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d$/)
  .transform((text) => text.padStart(5, '0'));

/** Each unit once, in any order. */
const Keep = z
  .string()
  .transform((text) => text.replaceAll(' ', ''))
  .pipe(z.string().regex(/^(?!.*([dwm]).*\1)[1-9]\d{0,3}[dwm](,[1-9]\d{0,3}[dwm])*$/));

const AbsolutePath = z.string().regex(/^(\/|[A-Za-z]:[\\/])/);

const Optional = z.string().min(1).nullable();

/** The name in config.json; `INBOX_` and the name in upper case is the environment variable's. */
export const settings = {
  host: {
    takes: 'an address such as 127.0.0.1',
    schema: z.string().min(1),
    fallback: '127.0.0.1',
    about: 'the address to listen on',
  },
  port: {
    takes: 'a number from 0 to 65535',
    schema: z.coerce.number().int().min(0).max(65_535),
    fallback: 4600,
    about: 'the port to listen on; 0 takes a free one',
  },
  publicUrl: {
    takes: 'an http or https URL',
    schema: PublicUrl.nullable(),
    fallback: null,
    about: 'the URL that people open; unless set, the address that the server listens on',
  },
  trustedProxies: {
    takes: 'addresses and CIDRs with commas between',
    schema: List.pipe(Networks),
    fallback: '',
    about:
      'addresses and CIDRs, with commas, of the proxies whose X-Forwarded-For, -Proto and -Host count',
  },
  rateLimit: {
    takes: 'a number above 0, or off',
    schema: z.union([z.coerce.number().positive(), z.literal('off')]),
    fallback: 100,
    about: 'requests a second for one credential, in bursts of five times as many, or off',
  },
  corsOrigins: {
    takes: 'http or https URLs with commas between',
    schema: Origins,
    fallback: '',
    about: 'origins, with commas, whose pages may call with a key or a token',
  },
  maxFileSize: {
    takes: `bytes, or a size such as 500MB or 2GiB (${SIZES})`,
    schema: Size,
    fallback: '100MiB',
    about: 'the largest file: bytes, or with a unit such as 500MB or 2GiB',
  },
  maxPendingPerKey: {
    takes: 'a number from 1, or off',
    schema: Most,
    fallback: 10_000,
    about: 'pending reviews of one key, at most, or off',
  },
  maxPendingPerChannel: {
    takes: 'a number from 1, or off',
    schema: Most,
    fallback: 10_000,
    about: 'pending reviews of one channel, at most, or off',
  },
  maxPendingBytesPerKey: {
    takes: `bytes, a size such as 64MiB (${SIZES}), or off`,
    schema: MostBytes,
    fallback: '64MiB',
    about: 'bytes of the pending payloads of one key, at most, or off',
  },
  maxChannelsPerKey: {
    takes: 'a number from 1, or off',
    schema: Most,
    fallback: 100,
    about: 'channels made by one key, at most, or off',
  },
  maxChannelFiles: {
    takes: `bytes, a size such as 2GiB (${SIZES}), or off`,
    schema: MostBytes,
    fallback: 'off',
    about: 'bytes of the files of one channel, at most, or off',
  },
  metrics: {
    takes: 'addresses and CIDRs with commas between, or off',
    schema: z.union([z.literal('off').transform((): string[] => []), List.pipe(Networks.min(1))]),
    fallback: 'off',
    about: 'addresses and CIDRs, with commas, that may read /metrics, or off',
  },
  log: {
    takes: 'json or pretty',
    schema: z.enum(['json', 'pretty']).nullable(),
    fallback: null,
    about:
      'the form of log lines, json or pretty; unless set, pretty on a terminal and json elsewhere',
  },
  webhookAllow: {
    takes: 'hosts and CIDRs with commas between',
    schema: List,
    fallback: '',
    about: 'hosts and CIDRs, with commas, that webhooks may reach though they are not public',
  },
  webhookRetries: {
    takes: `durations with commas between, such as 5s,30m,2h (${DURATIONS}), or off`,
    schema: z.union([z.literal('off').transform((): number[] => []), List.pipe(z.array(Duration))]),
    fallback: '5s,30s,5m,30m,2h,12h',
    about: 'the waits before the attempts at a failed webhook, such as 5s,30m,2h, or off',
  },
  webhookTimeout: {
    takes: `a duration of at most 10m, such as 10s (${DURATIONS})`,
    schema: Duration.pipe(z.number().min(1).max(600_000)),
    fallback: '10s',
    about: 'how long one attempt at a webhook may take in all',
  },
  retention: {
    takes: `a duration of at least 1h, such as 180d (${DURATIONS})`,
    schema: Duration.pipe(z.number().min(3_600_000)).nullable(),
    fallback: null,
    about: 'how long messages are kept after their last change, such as 180d; for ever unless set',
  },
  auditKeep: {
    takes: `a duration of at least 1h, such as 365d (${DURATIONS})`,
    schema: Duration.pipe(z.number().min(3_600_000)).nullable(),
    fallback: null,
    about: 'how long the audit log is kept, such as 365d; for ever unless set',
  },
  backupAt: {
    takes: 'a local time such as 03:30, or off',
    schema: orOff(TimeOfDay),
    fallback: 'off',
    about: 'the local time at which the server makes a backup every day, such as 03:30, or off',
  },
  backupKeep: {
    takes: 'days (d), weeks (w) and months (m) with commas between, such as 7d,4w,6m',
    schema: Keep,
    fallback: '7d,4w,6m',
    about: 'of how many days, weeks and months the newest scheduled backup is kept',
  },
  backupDir: {
    takes: 'an absolute path',
    schema: AbsolutePath.nullable(),
    fallback: null,
    about: 'where scheduled backups go; unless set, `backups` in the data directory',
  },
  localAnswers: {
    takes: 'on or off',
    schema: z.enum(['on', 'off']),
    fallback: 'on',
    about: 'off: nobody answers without a login; `inbox local-answers on` lifts it, not this',
  },
  url: {
    takes: 'an http or https URL',
    schema: Url.nullable(),
    fallback: null,
    about: 'commands talk to the server there',
  },
  apiKey: {
    takes: 'an API key',
    schema: Optional,
    fallback: null,
    about: 'the API key with which commands ask',
  },
  token: {
    takes: 'a token',
    schema: Optional,
    fallback: null,
    about: 'the hu_ token with which commands decide',
  },
  undoSeconds: {
    takes: '0, 3, 5 or 10',
    schema: z.coerce.number().pipe(z.literal([0, 3, 5, 10])),
    fallback: 5,
    about: 'how long the terminal lets you take an answer back: 0, 3, 5 or 10 seconds',
  },
  completionTimeout: {
    takes: `a duration of at most 10s, such as 100ms (${DURATIONS})`,
    schema: Duration.pipe(z.number().min(0).max(10_000, 'at most 10s')),
    fallback: '100ms',
    about: 'how long the completions of a shell may take to ask the inbox',
  },
} as const;
