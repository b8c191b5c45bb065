/** A systemctl and a journalctl that only write down how they were called. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Answers = { state?: string; show?: string; failsOn?: string };

const RUNS = `LoadState=loaded
ActiveState=active
SubState=running
Result=success
MainPID=4711
UnitFileState=enabled
ActiveEnterTimestamp=Sat 2030-01-05 12:00:00 UTC`;

export function fakeSystemd(home: string, answers: Answers = {}) {
  const { state = 'running', show = RUNS, failsOn = 'nothing' } = answers;
  const folder = join(home, 'systemd');
  const log = join(folder, 'log');
  mkdirSync(folder, { recursive: true });
  script(
    join(folder, 'systemctl'),
    `echo "systemctl $*" >> '${log}'
case "$*" in
  *is-system-running*) echo '${state}'; test '${state}' = running ;;
  *show*) echo '${show}' ;;
  *${failsOn}*) echo 'Access denied' >&2; exit 4 ;;
esac`,
  );
  script(join(folder, 'journalctl'), `echo "journalctl $*" >> '${log}'; echo 'a line'`);
  return {
    path: `${folder}:${process.env.PATH}`,
    /** Returns every call in order, without the check whether systemd runs. */
    calls: () =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split('\n')
        .filter((line) => line && !line.includes('is-system-running')),
  };
}

export function script(file: string, text: string) {
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}
