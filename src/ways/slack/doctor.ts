/** Checks the Slack app: its two tokens, and whether the server that runs is connected by them. */
import { z } from 'zod';
import { type Finding, findings } from '../../cli/doctor/finding.ts';
import { jsonAt, problemIn } from '../../cli/doctor/requests.ts';
import type { Run } from '../../run-file.ts';
import type { Check } from '../part.ts';
import type { Ways } from '../ways.ts';

const Answer = z.object({ ok: z.boolean(), user: z.string().optional() });

export const check: Check = (ways, run) =>
  ways.slackBotToken === null && ways.slackAppToken === null ? null : checkSlack(ways, run);

async function checkSlack(
  { slackUrl, slackAppToken, slackBotToken }: Ways,
  run: Run | null,
): Promise<Finding> {
  const { ok, warn, fail } = findings('Slack');
  if (slackBotToken === null) return fail(...missing('INBOX_SLACK_BOT_TOKEN'));
  if (slackAppToken === null) return fail(...missing('INBOX_SLACK_APP_TOKEN'));
  const call = async (method: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const url = `${slackUrl.replace(/\/$/, '')}/${method}`;
    return Answer.safeParse(await jsonAt(url, { method: 'POST', headers })).data ?? null;
  };
  const bot = await call('auth.test', slackBotToken);
  if (!bot) return fail('Slack cannot be reached', 'Check the network and the firewall.');
  if (!bot.ok) return fail(...refused('bot', 'INBOX_SLACK_BOT_TOKEN'));
  // It only makes a URL, at which nobody connects.
  const app = await call('apps.connections.open', slackAppToken);
  if (!app?.ok) return fail(...refused('app-level', 'INBOX_SLACK_APP_TOKEN'));
  const problem = await problemIn(run, 'slack');
  return problem
    ? warn(problem, 'Compare the app with docs/reach.md.')
    : ok(`@${bot.user ?? 'the app'} answers`);
}

const missing = (variable: string) =>
  [`${variable} is not set`, 'Slack needs both tokens of the app.'] as const;

const refused = (kind: string, variable: string) =>
  [
    `Slack refuses the ${kind} token`,
    `Set ${variable} to the token shown in the app's settings, and check its scopes.`,
  ] as const;
