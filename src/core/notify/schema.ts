import { z } from 'zod';
import { contactKinds, documentedKinds, wayOf } from '../../ways/ways.ts';
import { PushSubscription } from '../../ways/webpush/schema.ts';
import { Name } from '../access/schema.ts';
import { NotifyAfter } from '../channels/schema.ts';
import { Id } from '../ids.ts';
import { fromJson } from '../json.ts';
import { defaulted, optional } from '../optional.ts';
import { Timestamp } from '../time.ts';
import { reachStates, rightEnds, urgencies } from './names.ts';

export const Urgency = z.enum(urgencies);
export const ContactKind = z.enum(contactKinds);

/** How far a question has come: counts and times, and neither names nor addresses. */
export const Reach = z
  .object({
    state: z.enum(reachStates),
    people: z
      .number()
      .int()
      .describe('Users who are asked. For a pending question, these three are as of now'),
    reachable: z.number().int().describe('Those of them with a working contact'),
    watching: z
      .number()
      .int()
      .describe('Those of them who have the dashboard or the terminal view open'),
    via: z.array(ContactKind).describe('Kinds of their contacts'),
    notices: z.object({
      waiting: z.number().int(),
      accepted: z.number().int().describe('Accepted by the provider'),
      delivered: z.number().int().describe('Confirmed by the device'),
      failed: z.number().int(),
      unknown: z.number().int().describe('May have arrived'),
    }),
    firstAcceptedAt: Timestamp.nullable(),
    firstDeliveredAt: Timestamp.nullable(),
    seenAt: Timestamp.nullable().describe('When a user first saw the question'),
    heldUntil: Timestamp.nullable().describe('End of the quiet hours that hold all notices'),
    nextAt: Timestamp.nullable().describe('When the next notice is due'),
    setUp: z.boolean().describe('Whether the inbox has a contact or a second user'),
    warning: z
      .string()
      .nullable()
      .describe(
        'Set while nobody can be notified, nobody is watching, and nobody has seen the question',
      ),
  })
  .meta({ id: 'Reach' });
export type Reach = z.infer<typeof Reach>;

/** Whom a question is for, and when. */
export const Notify = z.object({
  afterSeconds: optional(NotifyAfter).describe(
    'How long people are not notified, so that nobody is if it is answered or withdrawn before then; by default, as its channel has it',
  ),
  people: optional(z.array(Id).min(1).max(100)).describe(
    'User ids; by default, all users who see the channel',
  ),
  require: optional(z.boolean()).describe(
    'True refuses the question with 409 if nobody can be reached',
  ),
});
export type Notify = z.infer<typeof Notify>;

export const Shows = z.enum(['nothing', 'title', 'all']);
export type Shows = z.infer<typeof Shows>;

const Delay = z.number().int().min(0).max(86_400);

export const Contact = z
  .object({
    id: Id,
    kind: ContactKind,
    name: z.string(),
    address: z.string().describe('Masked except for its last four characters'),
    answers: z.boolean().describe('Whether answers are allowed there'),
    answersEnded: z
      .object({
        at: Timestamp,
        by: z
          .enum(rightEnds)
          .describe(
            'The `session` or `token` that allowed them was ended, the `password` changed, the user `disabled`, `local` answers turned off, or everything revoked by a `restore`',
          ),
      })
      .nullable()
      .describe(
        'Set once they are no longer allowed; PATCH with `answers: true` allows them again',
      ),
    shows: Shows.describe('How much of a question is shown there'),
    delaySeconds: z.number().int().nullable().describe('Null for the default of its kind'),
    from: Urgency.describe('The lowest urgency that it is notified of'),
    createdAt: Timestamp,
    verifiedAt: Timestamp.nullable().describe(
      'Null for an e-mail address until its code is entered',
    ),
    confirmedAt: Timestamp.nullable().describe(
      'When its user entered the code of a test or pressed its button; before that, no answers are offered there',
    ),
    failingSince: Timestamp.nullable(),
    disabledAt: Timestamp.nullable(),
    disabledReason: z.string().nullable(),
    lastSentAt: Timestamp.nullable(),
    lastReceivedAt: Timestamp.nullable().describe('When the device last confirmed a notice'),
  })
  .meta({ id: 'Contact' });
export type Contact = z.infer<typeof Contact>;

/** A contact as owners see it: never its address. */
export const ContactOfUser = Contact.pick({
  id: true,
  kind: true,
  name: true,
  answers: true,
  answersEnded: true,
  shows: true,
  confirmedAt: true,
  disabledAt: true,
  lastSentAt: true,
})
  .extend({
    userId: Id,
    mayAnswer: z
      .boolean()
      .describe('Whether questions can be answered there; the other fields say why not'),
  })
  .meta({ id: 'ContactOfUser' });
export type ContactOfUser = z.infer<typeof ContactOfUser>;

export const ListContacts = z.object({
  user: Id.optional().describe('Owners: the contacts of this user, without their addresses'),
  all: z
    .enum(['true', 'false'])
    .optional()
    .describe('Owners: the contacts of all users, without their addresses'),
});

/** The addresses of all ways in one sentence. */
function addressWords(): string {
  const words = documentedKinds.flatMap((kind) => {
    const { added } = wayOf(kind);
    return added.by === 'link' ? [] : [added.inApi];
  });
  const text = words.join(', ').replace(/, (?=[^,]*$)/, ', or ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export const CreateContact = z
  .object({
    kind: ContactKind,
    name: optional(Name),
    address: optional(z.union([z.string().trim().min(1).max(2048), PushSubscription])).describe(
      `${addressWords()}. Without one, the inbox makes an ntfy topic that nobody can guess`,
    ),
    answers: optional(z.boolean()).describe(
      'True by default, but false on a public server such as ntfy.sh',
    ),
    shows: optional(Shows).describe('`all` by default, but `title` on a public server'),
    delaySeconds: optional(Delay.nullable()),
    from: defaulted(Urgency, 'low'),
  })
  .meta({ id: 'CreateContact' });
export type CreateContact = z.infer<typeof CreateContact>;

/** Where an app subscribes to a topic that the inbox has made: anyone who has it can read, and press. */
export const Subscription = z
  .object({
    server: z.string(),
    topic: z.string(),
    url: z.string().describe('Opens the app, for a QR code'),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.infer<typeof Subscription>;

export const NewContact = Contact.extend({
  subscription: Subscription.nullable().describe(
    'Of a topic that the inbox has just made; null for any other address',
  ),
}).meta({ id: 'NewContact' });
export type NewContact = z.infer<typeof NewContact>;

export const UpdateContact = z
  .object({
    name: optional(Name),
    answers: optional(z.boolean()),
    shows: optional(Shows),
    delaySeconds: Delay.nullable().optional().describe('Null for the default of its kind'),
    from: optional(Urgency),
    confirmed: optional(
      z.never('A contact is confirmed by the code in its test: POST /contacts/:id/verify'),
    ),
    disabled: optional(z.boolean()).describe('False enables a contact that was disabled'),
  })
  .meta({ id: 'UpdateContact' });
export type UpdateContact = z.infer<typeof UpdateContact>;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const TimeOfDay = z.string().regex(TIME, 'Use a time such as 22:00');

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

export const QuietHours = z
  .object({
    days: z
      .array(z.number().int().min(0).max(6))
      .min(1)
      .max(7)
      .describe('Days on which they begin; 0 is Sunday'),
    from: TimeOfDay,
    to: TimeOfDay.describe('On the next day if not later than `from`'),
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: 'Must differ from the start',
  });
export type QuietHours = z.infer<typeof QuietHours>;

const Digest = z
  .union([z.boolean(), TimeOfDay])
  .nullable()
  .transform((given) => (given === true ? '08:00' : (given ?? false)))
  .pipe(z.union([z.literal(false), TimeOfDay]));

/** A user's own rules of being notified. */
export const Attention = z
  .object({
    timeZone: z
      .string()
      .max(100)
      .refine(isTimeZone, 'Unknown time zone. Use one such as Europe/Berlin'),
    quiet: z.array(QuietHours).max(20),
    highBreaksThrough: z
      .boolean()
      .describe('Whether urgency `high` ignores quiet hours; `critical` always does'),
    reminders: z.boolean(),
    digest: Digest.default(false).describe(
      'When a mail lists the pending questions each day, to verified e-mail addresses; false for never. `true` is read as 08:00, `null` as false',
    ),
  })
  .meta({ id: 'Attention' });
export type Attention = z.infer<typeof Attention>;

export const NO_ATTENTION: Attention = {
  timeZone: 'UTC',
  quiet: [],
  highBreaksThrough: false,
  reminders: true,
  digest: false,
};

/** Rules that were stored before there were digests have none, and later ones null if they are off. */
export function readAttention(rules: string | null): Attention {
  const stored: Partial<Attention> | null = fromJson(rules);
  return { ...NO_ATTENTION, ...stored, digest: stored?.digest ?? false };
}

/** Who is notified if nobody has answered. */
export const Ladder = z
  .object({
    steps: z
      .array(
        z.object({
          afterSeconds: z.number().int().min(1).max(31_536_000),
          people: z.array(Id).min(1).max(100).describe('User ids'),
        }),
      )
      .max(10),
  })
  .meta({ id: 'Ladder' });
export type Ladder = z.infer<typeof Ladder>;

export const NoticeStatus = z.enum([
  'waiting',
  'sending',
  'accepted',
  'refused',
  'unknown',
  'skipped',
]);
export type NoticeStatus = z.infer<typeof NoticeStatus>;

export const What = z.enum([
  'asks',
  'reminds',
  'settles',
  'tests',
  'digests',
  'adds',
  'closes',
  'sets',
]);
export type What = z.infer<typeof What>;

/** Who was notified of a question, and the result. */
export const Notice = z
  .object({
    person: z.object({ id: Id, name: z.string() }),
    kind: ContactKind,
    contact: z.string().describe('Name of the contact'),
    what: What.describe(
      '`asks`, `reminds`, or `settles` (takes back what was sent of a question that has ended)',
    ),
    round: z.number().int(),
    gathered: z
      .boolean()
      .describe('Whether it is part of a notification that counts several questions'),
    status: NoticeStatus,
    due: Timestamp,
    sentAt: Timestamp.nullable(),
    receivedAt: Timestamp.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof Notice>;

export const NoticePending = z
  .object({ pending: z.number().int().describe('Of the questions that the notice is about') })
  .meta({ id: 'NoticePending' });
export type NoticePending = z.infer<typeof NoticePending>;

export const Presence = z.object({
  visible: z.boolean(),
  focused: z.boolean(),
  activeAt: Timestamp.nullable().describe('Last input; null for none'),
});
export type Presence = z.infer<typeof Presence>;

/** How far a test of a contact has come. */
export const Test = z
  .object({
    id: Id,
    status: NoticeStatus,
    host: z
      .string()
      .nullable()
      .describe('The host that it is handed to, such as `ntfy.sh`; null if that is no longer set'),
    createdAt: Timestamp,
    sentAt: Timestamp.nullable().describe('When the provider accepted it'),
    receivedAt: Timestamp.nullable().describe('When the device confirmed it, if its kind can'),
    error: z.string().nullable(),
  })
  .meta({ id: 'ContactTest' });
export type Test = z.infer<typeof Test>;
