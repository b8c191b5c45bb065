/** Checks the Telegram bot: its token, a webhook of it, and whether another program polls it. */
import { z } from 'zod';
import { BotStates } from '../../core/reach/pairing-schema.ts';
import type { Run } from '../../run-file.ts';
import { type Finding, findings } from './finding.ts';

const PATIENCE_MS = 5000;

const Me = z.object({ result: z.object({ username: z.string() }) });
const Webhook = z.object({ result: z.object({ url: z.string() }) });

/** The server knows what became of its polls: a poll of ours would end them. */
export async function checkTelegram(
  url: string,
  token: string,
  run: Pick<Run, 'url' | 'token'> | null,
): Promise<Finding> {
  const { ok, warn, fail } = findings('Telegram');
  const base = `${url.replace(/\/$/, '')}/bot${token}`;
  const me = await answerOf(`${base}/getMe`);
  if (me === null) return fail('Telegram cannot be reached', 'Check the network and the firewall.');
  const read = Me.safeParse(me);
  if (!read.success) {
    return fail('Telegram refuses the token', 'Set INBOX_TELEGRAM_TOKEN to the one of @BotFather.');
  }
  const name = `@${read.data.result.username}`;
  const webhook = Webhook.safeParse(await answerOf(`${base}/getWebhookInfo`));
  if (webhook.success && webhook.data.result.url !== '') {
    return fail(`${name} has a webhook, which takes its updates`, 'Remove it with deleteWebhook.');
  }
  const authorization = { authorization: `Bearer ${run?.token}` };
  const states = run && (await answerOf(`${run.url}/api/v1/contacts/bots`, authorization));
  const problem = BotStates.safeParse(states).data?.telegram.problem;
  return problem ? warn(problem, 'Create a bot for this inbox alone.') : ok(`${name} answers`);
}

/** The JSON of an answer of any status; null without one. Says nothing of the URL: it has the token. */
async function answerOf(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return await (await fetch(url, { headers, redirect: 'manual', signal })).json();
  } catch {
    return null;
  }
}
