/** Checks the ntfy server: whether it answers, and accepts the token. */
import { type Finding, findings } from '../../cli/doctor/finding.ts';
import { answerOf, shown } from '../../cli/doctor/requests.ts';
import type { Check } from '../part.ts';

export const check: Check = ({ ntfyUrl, ntfyToken }) =>
  ntfyUrl === null ? null : checkNtfy(ntfyUrl, ntfyToken);

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
