/** Logs in through a browser, where the person approves a code while the command is running. */

import { type Client, ok } from '../client/client.ts';
import type { DeviceBegun, DeviceOutcome } from '../core/access/device-schema.ts';
import type { NewToken } from '../core/access/schema.ts';
import { InboxError } from '../core/errors.ts';
import { timerMs } from '../core/timers.ts';
import { version } from '../version.ts';
import { openInBrowser } from './browser.ts';
import { whenEnded } from './ending.ts';
import { note } from './output.ts';
import { spinner } from './progress.ts';
import { terminalClient } from './terminal-client.ts';

/** Returns the token that the person approved for this machine. `name` is shown to them. */
export async function tokenByBrowser(url: string, name: string): Promise<NewToken> {
  const client = terminalClient(url, {});
  const program = `inbox ${version} on ${process.platform} ${process.arch}`;
  const begun = await ok(client.auth.device.post({ name, program }));
  const page = `${url}/device`;
  note(`Open this page in a browser and enter the code ${begun.userCode}:\n\n  ${page}\n`);
  openInBrowser(page);
  const waiting = spinner('Waiting for approval in the browser');
  const interrupted = () => {
    waiting.end();
    note('Cancelled; you are not logged in.');
  };
  const letGo = whenEnded(interrupted, { signals: ['SIGINT'] });
  try {
    return tokenOf(await outcomeOf(client, begun));
  } finally {
    letGo();
    waiting.end();
  }
}

/** Polls until the login is decided, even while the inbox is briefly unavailable. */
async function outcomeOf(client: Client, begun: DeviceBegun): Promise<DeviceOutcome> {
  const { deviceCode, expiresInSeconds, intervalSeconds } = begun;
  const deadline = Date.now() + expiresInSeconds * 1000;
  while (Date.now() < deadline) {
    await Bun.sleep(timerMs(Math.max(intervalSeconds, 1) * 1000));
    const outcome = await ok(client.auth.device.token.post({ deviceCode })).catch(unlessPassing);
    if (outcome && outcome.status !== 'pending') return outcome;
  }
  return { status: 'expired' };
}

function unlessPassing(error: unknown): undefined {
  const isPassing =
    error instanceof InboxError && ['unavailable', 'rate_limited'].includes(error.code);
  if (!isPassing) throw error;
}

function tokenOf(outcome: DeviceOutcome): NewToken {
  if (outcome.status === 'approved') return outcome.token;
  throw new InboxError(
    'forbidden',
    outcome.status === 'denied'
      ? 'The login was denied in the browser'
      : 'The login was not approved in time. Start again',
  );
}
