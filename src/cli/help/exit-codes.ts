import { exit } from '../errors.ts';
import { listRows } from './layout.ts';

/** The meaning of each exit code, by its name. */
export const words: Record<keyof typeof exit, string> = {
  done: 'done, or approved',
  error: 'error, or a server that could not be reached',
  usage: 'wrong usage: an argument or a flag is missing, unknown or invalid',
  cancelled: 'cancelled at a prompt',
  notAllowed: 'not authenticated, or not allowed',
  notApproved: 'answered, but with another option than the approving one, or dismissed',
  expired: 'expired or retracted',
  conflict: 'conflict: already answered',
  timeout: 'still pending when the time ran out',
  hungUp: 'the terminal was closed (SIGHUP)',
  interrupted: 'interrupted',
  terminated: 'terminated (SIGTERM)',
};

const NOT_FOUND =
  'If something is not found, the exit code is 1 for an argument, as in `inbox show ID`, and 2 for a flag, as in `--channel NAME`.';

const APPROVING =
  'The approving option is the first with style primary, else the first with the id approve, yes, ok or allow, else the first that is not danger.';

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
