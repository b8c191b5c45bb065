import { exit } from '../errors.ts';
import { listRows } from './layout.ts';

/** The meaning of each exit code, by its name. */
export const words: Record<keyof typeof exit, string> = {
  done: 'done, or approved',
  error: 'error, or a server that could not be reached',
  usage: 'wrong usage: an argument or a flag is missing, unknown or invalid',
  cancelled: 'cancelled at a prompt',
  notAllowed: 'not authenticated, or not allowed',
  notApproved: 'answered, but not approved: refused, an option that is neither, or dismissed',
  expired: 'expired, withdrawn or retracted',
  conflict: 'conflict: already answered',
  timeout: 'still pending when the time ran out',
  hungUp: 'the terminal was closed (SIGHUP)',
  interrupted: 'interrupted',
  terminated: 'terminated (SIGTERM)',
};

const NOT_FOUND =
  'If something is not found, the exit code is 1 for an argument, as in `inbox show ID`, and 2 for a flag, as in `--channel NAME`.';

const APPROVING =
  'An option approves if its decision is allow, and refuses if it is deny: `--option id:label:style:allow`. What an option without a decision means follows from its id, label and style; where that is unclear, it does neither. `inbox ask approve` names such options before it asks. A diff is approved by the verdict approve. An answer to any other kind of question is exit code 0.';

/** Returns the page of `inbox help exit-codes`. */
export function exitCodesPage(width: number): string {
  const items = Object.entries(words).map(([name, about]) => [
    `${exit[name as keyof typeof exit]}`,
    about,
  ]);
  const example = [
    'Example:',
    '  $ inbox ask approve "Deploy 1.4.2?" -c deploys --wait && ./deploy',
  ];
  return [...listRows('Exit codes:', items, width), NOT_FOUND, '', APPROVING, '', ...example].join(
    '\n',
  );
}
