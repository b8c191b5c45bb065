/** Checks the servers that send notifications, if they are set. */
import type { Config } from '../../config.ts';
import type { Run } from '../../run-file.ts';
import { checkMail } from '../../ways/email/doctor.ts';
import { checkSlack } from '../../ways/slack/doctor.ts';
import { checkTelegram } from '../../ways/telegram/doctor.ts';
import { connectionReason } from '../reasons.ts';
import { type Finding, findings } from './finding.ts';

const PATIENCE_MS = 5000;

type Ways = Pick<Config, 'ntfyUrl' | 'ntfyToken' | 'appriseUrl' | 'smtpUrl' | 'smtpFrom'> &
  Pick<Config, 'telegramUrl' | 'telegramToken'> &
  Pick<Config, 'slackUrl' | 'slackAppToken' | 'slackBotToken'>;

/** @param run the server that runs on this machine, if it answers */
export function checkWays(ways: Ways, run: Run | null): Promise<Finding>[] {
  const { ntfyUrl, ntfyToken, appriseUrl, smtpUrl, smtpFrom } = ways;
  const { telegramUrl, telegramToken, slackAppToken, slackBotToken } = ways;
  return [
    ...(ntfyUrl === null ? [] : [checkNtfy(ntfyUrl, ntfyToken)]),
    ...(appriseUrl === null ? [] : [checkApprise(appriseUrl)]),
    ...(smtpUrl === null ? [] : [checkMail(smtpUrl, smtpFrom)]),
    ...(telegramToken === null ? [] : [checkTelegram(telegramUrl, telegramToken, run)]),
    ...(slackBotToken === null && slackAppToken === null ? [] : [checkSlack(ways, run)]),
  ];
}

/** ntfy refuses an invalid token on every path, including its health. */
async function checkNtfy(url: string, token: string | null): Promise<Finding> {
  const { ok, warn, fail } = findings('ntfy');
  const at = shown(url);
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const answer = await answerOf(url, '/v1/health', headers);
  if ('why' in answer) return fail(`${at} cannot be reached (${answer.why})`, answer.mend);
  const { status, body } = answer;
  if (status === 401 || status === 403) {
    const says = token === null ? `${at} requires a token` : `${at} refuses the token`;
    return fail(says, 'Create an access token there, and set INBOX_NTFY_TOKEN to it.');
  }
  const health = healthIn(body);
  if (status !== 200 || health === null) {
    return fail(`${at} answers ${status}, but not as ntfy does`, 'Check INBOX_NTFY_URL.');
  }
  if (!health) return warn(`${at} reports that it is unhealthy`, "Check that server's log.");
  return ok(token === null ? `${at} answers` : `${at} answers and accepts the token`);
}

function healthIn(body: string): boolean | null {
  try {
    const { healthy } = JSON.parse(body) as { healthy?: unknown };
    return typeof healthy === 'boolean' ? healthy : null;
  } catch {
    return null;
  }
}

/** Older servers of Apprise have no `/status`. */
async function checkApprise(url: string): Promise<Finding> {
  const { ok, warn, fail } = findings('Apprise');
  const at = shown(url);
  const first = await answerOf(url, '/status');
  const isOlder = 'status' in first && first.status === 404;
  const answer = isOlder ? await answerOf(url, '/') : first;
  if ('why' in answer) return fail(`${at} cannot be reached (${answer.why})`, answer.mend);
  const { status } = answer;
  if (status === 200) return ok(`${at} answers`);
  if (status === 417) return warn(`${at} reports that it is unhealthy`, `Open ${at}/status.`);
  return fail(`${at} answers ${status}, but not as Apprise does`, 'Check INBOX_APPRISE_URL.');
}

type Answer = { status: number; body: string } | ReturnType<typeof connectionReason>;

/** Follows no redirect, because notices are sent without following any. */
async function answerOf(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    const { why } = connectionReason((error as Error).message);
    return { why, mend: 'Check the address and the firewall, and that the server is running.' };
  }
}

/** Removes a password from a URL. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.replace(/\/$/, '');
}
