import { z } from 'zod';
import { contactKinds } from '../../ways/ways.ts';
import { SettingFrom } from '../about/schema.ts';
import { defaulted, optional } from '../optional.ts';

const Kind = z.enum(contactKinds);

/** A setting of a way, for owners. */
export const WaySettingState = z.object({
  name: z.string().describe('Name in config.json, and in `settings` of a change'),
  label: z.string(),
  about: z.string(),
  isSecret: z.boolean().describe('Whether its value is never shown'),
  isSet: z.boolean(),
  value: z.string().nullable().describe('Null if it is unset or secret'),
});
export type WaySettingState = z.infer<typeof WaySettingState>;

/** A way to notify people, as it is set. */
export const WayState = z
  .object({
    kind: Kind,
    works: z.boolean().describe('Whether people can be notified by it'),
    host: z.string().nullable().describe('The server that sends, such as `ntfy.sh`'),
    from: SettingFrom.describe(
      'Where it is set: `database` for the dashboard, `default` if it is off',
    ),
    source: z
      .string()
      .nullable()
      .describe('For owners: the variable or the file that sets it, which no change overrides'),
    problem: z.string().nullable().describe('For owners: why it is off though it was turned on'),
    settings: z.array(WaySettingState).describe('Empty unless you are an owner'),
  })
  .meta({ id: 'WayState' });
export type WayState = z.infer<typeof WayState>;

const Password = optional(z.string().max(1024)).describe(
  'Your password; not needed with the local secret',
);

const Given = z
  .record(z.string().max(100), z.string().trim().min(1).max(2048).nullable())
  .describe('By name; null removes one, and what is not named stays as it is');

export const SetWay = z.object({ password: Password, settings: Given }).meta({ id: 'SetWay' });
export type SetWay = z.infer<typeof SetWay>;

export const TurnWayOff = z.object({ password: Password }).meta({ id: 'TurnWayOff' });

/** The result of a call to the service. */
export const WayTrial = z
  .object({
    result: z.enum(['ok', 'warn', 'fail']),
    says: z.string(),
    next: z.string().nullable().describe('What to do; null if nothing has to be done'),
  })
  .meta({ id: 'WayTrial' });
export type WayTrial = z.infer<typeof WayTrial>;

export const WayWasSet = z
  .object({
    way: WayState,
    trial: WayTrial.nullable().describe('Null if there is nothing to call'),
  })
  .meta({ id: 'WayWasSet' });
export type WayWasSet = z.infer<typeof WayWasSet>;

export const PublicUrlState = z
  .object({
    publicUrl: z.string().nullable(),
    from: SettingFrom,
    source: z.string().nullable().describe('The flag, the variable or the file that sets it'),
    port: z
      .number()
      .nullable()
      .describe('The port of this machine to which a proxy forwards; null without a server'),
  })
  .meta({ id: 'PublicUrlState' });
export type PublicUrlState = z.infer<typeof PublicUrlState>;
/** The part of it that is stored. */
export type PublicUrlSet = Omit<PublicUrlState, 'port'>;

const GivenUrl = z.string().trim().min(1).max(2048);

export const SetPublicUrl = z
  .object({ password: Password, publicUrl: GivenUrl.nullable() })
  .meta({ id: 'SetPublicUrl' });
export type SetPublicUrl = z.infer<typeof SetPublicUrl>;

export const CheckPublicUrl = z
  .object({
    password: Password,
    publicUrl: optional(GivenUrl).describe(
      'The URL to check; by default the public URL, which needs no password',
    ),
    held: defaulted(z.boolean(), false).describe(
      'Of the public URL: also whether requests stay open as long as agents wait, which takes 150 seconds',
    ),
  })
  .meta({ id: 'CheckPublicUrl' });
export type CheckPublicUrl = z.infer<typeof CheckPublicUrl>;

export const PublicUrlCheck = z
  .object({
    findings: z.array(WayTrial.extend({ check: z.string().describe('Such as `host`') })),
    probe: z
      .string()
      .describe(
        'Path below the URL at which only this inbox answers, for 2 minutes, to check it from a browser',
      ),
  })
  .meta({ id: 'PublicUrlCheck' });
export type PublicUrlCheck = z.infer<typeof PublicUrlCheck>;
