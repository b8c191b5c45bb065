import type { z } from 'zod';
import type { Caller } from '../../../src/core/access/callers.ts';
import { startOAuth } from '../../../src/core/oauth/relay.ts';
import { OAuthStart } from '../../../src/core/oauth/schema.ts';
import type { TestInbox } from './inbox.ts';

export const authUrl = 'https://example.com/authorize?state=one';

/** Starts a flow as an agent does; with state `one` unless it is given. */
export function start(
  inbox: TestInbox,
  input: Partial<z.input<typeof OAuthStart>>,
  caller: Caller = inbox.agent,
): Promise<void> {
  const flow = { state: 'one', provider: 'github', authUrl };
  return startOAuth(inbox, caller, OAuthStart.parse({ ...flow, ...input }));
}
