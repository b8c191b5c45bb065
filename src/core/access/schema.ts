import { z } from 'zod';
import { answeringKinds } from '../../ways/ways.ts';
import { Id } from '../ids.ts';
import { isBlank } from '../letters.ts';
import { defaulted, optional } from '../optional.ts';
import { Timestamp } from '../time.ts';

/**
 * The surface of a call. Only the dashboard sends cookies; the command line names itself; the others
 * are kinds of contacts by which answers are given.
 */
export const Via = z.enum(['dashboard', 'terminal', ...answeringKinds, 'api']);
export type Via = z.infer<typeof Via>;

/** The name of a person, a credential or a contact, which others see beside what it does. */
export const Name = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(100)
  .refine((name) => !isBlank(name), 'A name needs at least one letter that can be seen')
  .refine(
    (name) => !/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u.test(name),
    'A name cannot contain control characters, nor marks that change the direction of writing',
  );

/** The visible channels: all, or those listed. */
export const KeyChannels = z.union([z.literal('all'), z.array(Id)]);

export const Key = z
  .object({
    id: Id,
    name: z.string(),
    prefix: z.string().describe('The first 11 characters, to identify the key'),
    channels: KeyChannels,
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
    expiresAt: Timestamp.nullable(),
    revokedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Key' });
export type Key = z.infer<typeof Key>;

export const NewKey = Key.extend({ key: z.string().describe('The key itself; never shown again') }) //
  .meta({ id: 'NewKey' });
export type NewKey = z.infer<typeof NewKey>;

export const CreateKey = z
  .object({
    name: Name,
    channels: defaulted(KeyChannels, 'all'),
    expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
  })
  .meta({ id: 'CreateKey' });
export type CreateKey = z.infer<typeof CreateKey>;

export const Role = z.enum(['owner', 'reviewer']);

export const User = z
  .object({
    id: Id,
    email: z.string().nullable().describe('Null for a local owner before setup'),
    name: z.string(),
    role: Role,
    channels: KeyChannels.describe('`all` for an owner'),
    disabled: z.boolean().describe("A disabled user can't log in and has no sessions or tokens"),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

/** The user who calls. */
export const CurrentUser = User.extend({
  answersEndedAt: Timestamp.nullable().describe(
    'When answers ended last at one of their contacts, and are not allowed again; null if at none',
  ),
}).meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof CurrentUser>;

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .meta({ format: 'email' })
  .pipe(z.email());
/**
 * The form of a password that is hashed: keyboards and systems write the same letters with other code points.
 * It is wider than the OpaqueString profile of RFC 8265, which takes full-width letters as different.
 */
export const normalPassword = (password: string): string =>
  password.normalize('NFKC').replace(/\p{Zs}/gu, ' ');

const SHORTEST = 10;
const TOO_SHORT = `A password must have at least ${SHORTEST} characters`;
export const Password = z
  .string()
  .min(SHORTEST, TOO_SHORT)
  .max(200)
  .refine(
    (password) => password.length < SHORTEST || normalPassword(password).length >= SHORTEST,
    TOO_SHORT,
  );

export const CreateUser = z
  .object({
    email: Email,
    name: Name,
    role: defaulted(Role, 'reviewer'),
    password: optional(Password).describe('Without a password, the user can only use tokens'),
    channels: defaulted(KeyChannels, []).describe("A reviewer's channels; an owner has all"),
  })
  .meta({ id: 'CreateUser' });
export type CreateUser = z.infer<typeof CreateUser>;

export const UpdateUser = z
  .object({
    email: optional(Email),
    name: optional(Name),
    role: optional(Role),
    password: optional(Password).describe("Ends the user's sessions and tokens"),
    channels: optional(KeyChannels),
    disabled: optional(z.boolean()).describe('True ends all sessions and tokens immediately'),
  })
  .meta({ id: 'UpdateUser' });
export type UpdateUser = z.infer<typeof UpdateUser>;

/** A browser in which a user is logged in. */
export const Session = z
  .object({
    id: Id,
    userAgent: z.string().nullable().describe('User-Agent of the browser when it logged in'),
    address: z.string().nullable().describe('IP address of the last use'),
    createdAt: Timestamp,
    lastSeenAt: Timestamp.nullable().describe('To the minute; null if unknown'),
    expiresAt: Timestamp.describe('30 days after the last use'),
    isCurrent: z.boolean().describe('True for the session that makes this request'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const ChangeName = z.object({ name: Name }).meta({ id: 'ChangeName' });
export type ChangeName = z.infer<typeof ChangeName>;

export const ChangePassword = z
  .object({ current: z.string().max(200), next: Password })
  .meta({ id: 'ChangePassword' });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const LogIn = z
  .object({
    email: z.string().trim().toLowerCase().max(254),
    password: z.string().max(200),
  })
  .meta({ id: 'LogIn' });
export type LogIn = z.infer<typeof LogIn>;

/** The fields that `init` and the setup page ask of the first owner. */
export const SetUp = z
  .object({
    email: Email,
    password: Password,
    name: optional(Name),
    token: optional(z.string()).describe('Token from the setup link, instead of a credential'),
  })
  .meta({ id: 'SetUp' });
export type SetUp = z.infer<typeof SetUp>;

export const Token = z
  .object({
    id: Id,
    userId: Id,
    name: z.string(),
    prefix: z.string(),
    createdAt: Timestamp,
    expiresAt: Timestamp.nullable().describe('Null if the token does not expire'),
    lastUsedAt: Timestamp.nullable().describe('Updated at most once a minute'),
    lastUsedFrom: z
      .object({
        via: Via,
        address: z.string().nullable().describe('Null for a command run without a server'),
      })
      .nullable(),
    madeBy: z
      .string()
      .nullable()
      .describe("The creator's credential: `session`, a token's id or `local`; null if unknown"),
    maker: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .describe('Who created it: the user, or an owner on their behalf'),
    isLocal: z
      .boolean()
      .describe(
        'Created without a login, or by an older version. Such a token cannot answer while local answers are off',
      ),
  })
  .meta({ id: 'Token' });
export type Token = z.infer<typeof Token>;

export const NewToken = Token.extend({ token: z.string().describe('Never shown again') }).meta({
  id: 'NewToken',
});
export type NewToken = z.infer<typeof NewToken>;

export const CreateToken = z
  .object({
    name: Name,
    email: optional(Email).describe('Owners only: the user the token is for'),
    expiresAt: z
      .union([z.iso.datetime({ offset: true }), z.literal('never')])
      .nullish()
      .describe('Defaults to 90 days from now; `never` or null if the token should not expire'),
  })
  .meta({ id: 'CreateToken' });
export type CreateToken = z.infer<typeof CreateToken>;

export const ListTokens = z.object({
  user: Id.optional().describe('Owners only: the tokens of that user'),
  all: z.enum(['true', 'false']).default('false').describe('Owners only: the tokens of all users'),
});
export type ListTokens = z.infer<typeof ListTokens>;

export const OnOrOff = z.enum(['on', 'off']);
export type OnOrOff = z.infer<typeof OnOrOff>;

export const SetLocalAnswers = z.object({ localAnswers: OnOrOff }).meta({ id: 'SetLocalAnswers' });

export const LocalAnswers = z
  .object({
    localAnswers: OnOrOff.describe(
      'With `off`, someone with access to the data directory but no login can read, ask, and manage channels, keys and backups, but not answer',
    ),
    setting: OnOrOff.describe('INBOX_LOCAL_ANSWERS; `off` applies at every start'),
  })
  .meta({ id: 'LocalAnswers' });
export type LocalAnswers = z.infer<typeof LocalAnswers>;
