/** Requests `/health` once, for monitors that read exit codes. */

import { withoutLogin } from '../../core/urls.ts';
import { findRun } from '../../run-file.ts';
import { healthAt, troubleIn } from './network.ts';

export type Health = { ok: boolean; status: string | null; url: string | null; says: string };

/** @param address where to ask; null for the server of the data directory */
export async function lookAtHealth(address: string | null, data: string): Promise<Health> {
  const asked = address ?? findRun(data)?.url ?? null;
  if (asked === null) return { ...silent, url: null, says: `No server is running in ${data}` };
  const at = withoutLogin(asked);
  const health = await healthAt(asked);
  if (!health) return { ...silent, url: at, says: `No inbox answers at ${at}` };
  const { status } = health;
  const trouble = troubleIn(health);
  const words = trouble === null ? status : `${status}, but ${trouble}`;
  return { ok: status === 'ok', status, url: at, says: `${words}, at ${at}` };
}

const silent = { ok: false, status: null };
