import { launchd } from './launchd.ts';
import type { Supervisor } from './supervisor.ts';
import { systemd } from './systemd.ts';

/** Only macOS has launchctl. */
export const supervisorHere = (): Supervisor =>
  Bun.which('launchctl') === null ? systemd : launchd;
