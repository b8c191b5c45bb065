/** A launchctl that knows one service, whose end takes as long as three looks, and writes down how it was called. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { script } from './systemd.ts';

type Answers = { loggedIn?: boolean; state?: string; failsOn?: string; disabled?: boolean };

const domain = `gui/${process.getuid?.()}`;
export const service = `${domain}/local.agent-inbox`;

export function fakeLaunchd(home: string, answers: Answers = {}) {
  const { loggedIn = true, state = 'running', failsOn = 'nothing', disabled = false } = answers;
  const folder = join(home, 'launchd');
  const log = join(folder, 'log');
  const loaded = join(folder, 'loaded');
  const ending = join(folder, 'ending');
  mkdirSync(folder, { recursive: true });
  script(
    join(folder, 'launchctl'),
    `echo "launchctl $*" >> '${log}'
case "$*" in
  *${failsOn}*) echo 'Not privileged' >&2; exit 150 ;;
  'print ${domain}') ${loggedIn ? 'exit 0' : "echo 'Could not find domain' >&2; exit 125"} ;;
  'print ${service}')
    if test -s '${ending}'; then sed -i 1d '${ending}'; test -s '${ending}' || rm '${loaded}'; fi
    test -e '${loaded}' || { echo 'Could not find service' >&2; exit 113; }
    printf '${service} = {\\n\\tactive count = 1\\n\\tstate = ${state}\\n\\n\\tpid = 4711\\n\\tlast exit code = 2\\n}\\n' ;;
  'print-disabled '*) printf '\\t"local.agent-inbox" => ${disabled ? 'disabled' : 'enabled'}\\n' ;;
  'bootout '*) printf 'a\\nb\\nc\\n' > '${ending}'; exit 36 ;;
  'bootstrap '*) test -e '${loaded}' && { echo 'Bootstrap failed: 5: Input/output error' >&2; exit 5; }; touch '${loaded}' ;;
esac`,
  );
  return {
    path: `${folder}:${process.env.PATH}`,
    /** Returns every call in order that changes something. */
    calls: () =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split('\n')
        .filter((line) => line && !line.startsWith('launchctl print')),
  };
}
