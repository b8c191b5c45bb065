/** Checks the Telegram bot: its token, a webhook of it, and whether another program polls it. */
import { z } from 'zod';
import { type Finding, findings } from '../../cli/doctor/finding.ts';
import { jsonAt, problemIn } from '../../cli/doctor/requests.ts';
import type { Run } from '../../run-file.ts';
import type { Check } from '../part.ts';

const Me = z.object({ result: z.object({ username: z.string() }) });
const Webhook = z.object({ result: z.object({ url: z.string() }) });

export const check: Check = ({ telegramUrl, telegramToken }, run) =>
  telegramToken === null ? null : checkTelegram(telegramUrl, telegramToken, run);

/** The server knows what became of its polls: a poll of ours would end them. */
async function checkTelegram(url: string, token: string, run: Run | null): Promise<Finding> {
  const { ok, warn, fail } = findings('Telegram');
  const base = `${url.replace(/\/$/, '')}/bot${token}`;
  const me = await jsonAt(`${base}/getMe`);
  if (me === null) return fail('Telegram cannot be reached', 'Check the network and the firewall.');
  const read = Me.safeParse(me);
  if (!read.success) {
    return fail(
      'Telegram refuses the token',
      'Set INBOX_TELEGRAM_TOKEN to the token from @BotFather.',
    );
  }
  const name = `@${read.data.result.username}`;
  const webhook = Webhook.safeParse(await jsonAt(`${base}/getWebhookInfo`));
  if (webhook.success && webhook.data.result.url !== '') {
    return fail(
      `${name} has a webhook, so this inbox gets no updates`,
      'Remove it with deleteWebhook.',
    );
  }
  const problem = await problemIn(run, 'telegram');
  return problem ? warn(problem, 'Create a bot for this inbox only.') : ok(`${name} answers`);
}
