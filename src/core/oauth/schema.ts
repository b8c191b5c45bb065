import { z } from 'zod';
import { Id } from '../ids.ts';
import { HttpUrl } from '../urls.ts';

const State = z.string().min(1).max(1024);
const Provider = z.string().min(1).max(100);
const Link = HttpUrl.max(8192);

const DeviceCode = z.object({
  verificationUri: Link,
  userCode: z.string().min(1).max(200),
  expiresIn: z.number().nonnegative().nullish().describe('In seconds'),
});

/** The step that an agent asks a person to take at a provider: follow `authUrl`, or enter the device code. */
export const OAuthStart = z
  .object({
    channelId: Id,
    state: State.describe("Unique to the flow; returned in the provider's redirect"),
    provider: Provider,
    authUrl: Link.nullable().default(null),
    deviceCode: DeviceCode.nullable().default(null),
  })
  .meta({ id: 'OAuthStart' });
export type OAuthStart = z.infer<typeof OAuthStart>;

/** The provider agreed. The agent exchanges the code for a token itself. */
export const OAuthCode = z
  .object({ state: State, code: z.string().min(1).max(4096), provider: Provider })
  .meta({ id: 'OAuthCode' });

/** The provider refused; `errorDescription` is empty if it gave none. */
export const OAuthError = z
  .object({
    state: State,
    error: z.string().min(1).max(200),
    errorDescription: z.string().max(4096),
    provider: Provider,
  })
  .meta({ id: 'OAuthError' });

/** The parameters of a provider's redirect. One with both an error and a code is an error. */
export const OAuthAnswer = z.union([
  z.object({
    state: State,
    error: OAuthError.shape.error,
    errorDescription: OAuthError.shape.errorDescription.default(''),
  }),
  z.object({ state: State, error: z.undefined().optional(), code: OAuthCode.shape.code }),
]);
export type OAuthAnswer = z.infer<typeof OAuthAnswer>;
