/**
 * The types of the settings' values: how each is parsed, and written so that parsing it gives the
 * same value.
 */
import { z } from 'zod';
import { durationMs, unitMs } from './core/durations.ts';
import { withoutLogin } from './core/urls.ts';
import { readSender, readSmtpUrl } from './ways/email/mail.ts';
import type { WaySetting } from './ways/way.ts';

/** Anything else is refused before a part of it is read. */
export const Url = z.url({ protocol: /^https?$/, abort: true });

/** A number, or its digits: JavaScript would read an empty text as 0, and `true` as 1. */
export const Amount = z.union([
  z.number(),
  z
    .string()
    .regex(/^\s*-?\d+(\.\d+)?\s*$/)
    .transform(Number),
]);

const urlWithoutLogin = (instead: string) =>
  Url.refine((url) => {
    const { username, password } = new URL(url);
    return username === '' && password === '';
  }, `must not contain a user name or password: ${instead}`);

const EmailOrHttps = z
  .string()
  .transform((text) => text.trim().replace(/^mailto:/i, ''))
  .pipe(z.union([z.email(), z.url({ protocol: /^https$/ })]));

/**
 * The paths of the inbox's own routes at the root of its host: a path with this beginning would be
 * ambiguous.
 */
const OWN =
  /^(api|assets|health|metrics|probe|docs|decide|openapi\.json|sw\.js|manifest\.webmanifest|socket\.io|ws|[mc]|answered|activity|channels|files|settings|setup|login|device)$/;
const firstOf = (url: string) => new URL(url).pathname.split('/')[1] ?? '';

export const PublicUrl = Url.refine((url) => !OWN.test(firstOf(url)), {
  error: ({ input }) =>
    `must not begin with the path /${firstOf(`${input}`)}, which is the inbox's own: use another, such as /inbox`,
})
  .refine((url) => !/[?#]/.test(url), 'must not have a query or a fragment')
  // A link that begins with two slashes names another host, and a semicolon ends the path of a cookie.
  .refine(
    (url) => !/;|\/\/+[^/]/.test(new URL(url).pathname),
    'must have no semicolon in its path, and no two slashes together',
  )
  // Links to it reach everyone.
  .transform(withoutLogin);

const SmtpUrl = z
  .string()
  .refine(
    (text) => readSmtpUrl(text) !== null,
    'must be an smtp or smtps URL, with no options but requireTLS, ignoreTLS, tls.rejectUnauthorized and tls.servername',
  );
const Sender = z
  .string()
  .refine(
    (text) => readSender(text) !== null,
    'must be an address such as inbox@example.com or Inbox <inbox@example.com>',
  );

const NO_LOGIN = 'let the inbox call that server without a login';

/** A setting of a way to notify people, which may be unset unless it has a default. */
export function ofWay(setting: WaySetting) {
  const { takes, fallback, about } = setting;
  const schema = readerOf(setting);
  return { takes, schema: fallback === null ? schema.nullable() : schema, write, fallback, about };
}

const write = (value: string | null) => value;

/** Reads the value of a way's setting. */
export function readerOf({ reads, login = NO_LOGIN }: WaySetting): z.ZodType<string> {
  if (reads instanceof RegExp) return z.string().regex(reads);
  switch (reads) {
    case 'text':
      return z.string().min(1);
    case 'url':
      return urlWithoutLogin(login);
    case 'smtpUrl':
      return SmtpUrl;
    case 'sender':
      return Sender;
    case 'emailOrHttps':
      return EmailOrHttps;
  }
}

export const List = z.string().transform((text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
);
export const Origins = List.pipe(z.array(Url.transform((url) => new URL(url).origin)));
export const Networks = z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]));

/** The accepted units. */
export const DURATIONS = 'units: ms, s, m, h, d';
export const SIZES = 'units: B, kB, MB, GB, TB, KiB, MiB, GiB, TiB';

/** Whole milliseconds: `5s`, `500ms`, `1h30m`, or a number of seconds. */
export const Duration = z
  .string()
  .transform((text) =>
    Math.round(durationMs(/^\d+\.\d+$/.test(text) ? `${text}s` : text) ?? Number.NaN),
  )
  .pipe(z.number().int());

/** Formats a duration as `1h30m`, in the largest possible units. */
export function durationText(ms: number): string {
  let rest = ms;
  let text = '';
  for (const [unit, length] of Object.entries(unitMs)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) text += `${count}${unit}`;
  }
  return text || '0s';
}

export const durationsText = (list: number[]): string => list.map(durationText).join(',');

/** Bytes: a number, or one with a unit such as `500MB` (powers of 1000) or `2GiB` (powers of 1024). */
export const Size = z.union([z.number(), z.string().transform(toBytes)]).pipe(
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

const sizeUnits = [
  ...['B', 'KiB', 'MiB', 'GiB', 'TiB'].map((unit, power) => [unit, 1024 ** power] as const),
  ...['kB', 'MB', 'GB', 'TB'].map((unit, power) => [unit, 1000 ** (power + 1)] as const),
];

/** Formats bytes as `100MiB` or `500MB`: the shortest exact form. */
export const sizeText = (bytes: number): string =>
  sizeUnits
    .filter(([, length]) => bytes % length === 0)
    .map(([unit, length]) => `${bytes / length}${unit}`)
    .reduce((shortest, text) => (text.length < shortest.length ? text : shortest));

/** A limit, or `off`. */
export const orOff = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('off').transform(() => null), schema]);
export const Most = orOff(Amount.pipe(z.number().int().min(1)));
export const MostBytes = orOff(Size);

/** A time of day on a 24-hour clock; always with two digits each. */
export const TimeOfDay = z
  .string()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d$/)
  .transform((text) => text.padStart(5, '0'));

/** Each unit at most once, in any order. */
export const Keep = z
  .string()
  .transform((text) => text.replaceAll(' ', ''))
  .pipe(z.string().regex(/^(?!.*([dwm]).*\1)[1-9]\d{0,3}[dwm](,[1-9]\d{0,3}[dwm])*$/));

export const AbsolutePath = z.string().regex(/^(\/|[A-Za-z]:[\\/])/);

export const Optional = z.string().min(1).nullable();

export const orNone =
  <Value>(write: (value: Value) => string) =>
  (value: Value | null) =>
    value === null ? null : write(value);
/** Where nothing at all is written `off`. */
export const offOr =
  <Value>(write: (value: Value) => string) =>
  (value: Value | null) =>
    value === null || (Array.isArray(value) && value.length === 0) ? 'off' : write(value);
export const plain = (value: unknown) => `${value}`;
export const listed = (list: string[]) => list.join(',');

/** How long something is kept; unless set, forever. */
export const keptFor = (example: string) => ({
  takes: `a duration of at least 1h, such as ${example} (${DURATIONS})`,
  schema: Duration.pipe(z.number().min(3_600_000)).nullable(),
  write: orNone(durationText),
  fallback: null,
});
