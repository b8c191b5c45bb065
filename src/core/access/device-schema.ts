/** Logins of other machines by a browser. */
import { z } from 'zod';
import { optional } from '../optional.ts';
import { Timestamp } from '../time.ts';
import { Name, NewToken, User } from './schema.ts';

const Grants = z.enum(['token', 'session']);

/** The request of a machine that wants a person to log it in. */
export const BeginDevice = z
  .object({
    name: Name.describe("Shown to the user, and used as the token's name"),
    program: optional(z.string().trim().min(1).max(200)).describe(
      'Shown to the user; defaults to the User-Agent',
    ),
    grants: optional(Grants).describe('`session` logs in the browser that asks; default `token`'),
  })
  .meta({ id: 'BeginDevice' });
export type BeginDevice = z.infer<typeof BeginDevice>;

export const DeviceBegun = z
  .object({
    deviceCode: z.string().describe('Secret; exchange it for the token'),
    userCode: z.string().describe('For example BCDF-GHJK; the user enters it at /device'),
    expiresInSeconds: z.number().int(),
    intervalSeconds: z.number().int().describe('Wait this long between two requests'),
  })
  .meta({ id: 'DeviceBegun' });
export type DeviceBegun = z.infer<typeof DeviceBegun>;

export const CollectDevice = z
  .object({ deviceCode: z.string().max(100) })
  .meta({ id: 'CollectDevice' });

const NotApproved = z.object({ status: z.enum(['pending', 'denied', 'expired']) });

/** The state of such a login; an unknown or collected one counts as expired. */
export const DeviceOutcome = z
  .discriminatedUnion('status', [
    NotApproved,
    z.object({ status: z.literal('approved'), token: NewToken }),
  ])
  .meta({ id: 'DeviceOutcome' });
export type DeviceOutcome = z.infer<typeof DeviceOutcome>;

/** A browser gets a cookie. */
export const BrowserOutcome = z
  .discriminatedUnion('status', [
    NotApproved,
    z.object({ status: z.literal('approved'), user: User }),
  ])
  .meta({ id: 'BrowserOutcome' });
export type BrowserOutcome = z.infer<typeof BrowserOutcome>;

/** Case, blanks, hyphens and full-width letters of the code do not matter. */
export const DecideDevice = z
  .object({ userCode: z.string().max(100) })
  .meta({ id: 'DecideDevice' });

export const Device = z
  .object({
    userCode: z.string(),
    name: z.string().describe('Name the device gives itself; not verified'),
    program: z.string().nullable().describe('Program the device says it runs; not verified'),
    grants: Grants.describe('What it gets: a token, or the session of a browser'),
    address: z.string().describe('IP address of the device'),
    begunAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof Device>;
