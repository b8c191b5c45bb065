/** Checks the API of Apprise. */
import { type Finding, findings } from '../../cli/doctor/finding.ts';
import { answerOf, shown } from '../../cli/doctor/requests.ts';
import type { Check } from '../part.ts';

export const check: Check = ({ appriseUrl }) =>
  appriseUrl === null ? null : checkApprise(appriseUrl);

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
