import { type ClientName, clients } from '../agents/clients.ts';

/** Whether the hooks of this version do less than the inbox needs. */
export const isTooOld = (client: ClientName, version: string): boolean =>
  Bun.semver.order(version, clients[client].leastVersion) < 0;

/** Returns the version of a coding agent on this machine; null where it is not installed. */
export async function installedVersion(client: ClientName): Promise<string | null> {
  const program = Bun.which(clients[client].program);
  if (program === null) return null;
  try {
    const child = Bun.spawn([program, '--version'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 20_000,
    });
    return /\d+\.\d+\.\d+/.exec(await new Response(child.stdout).text())?.[0] ?? null;
  } catch {
    return null;
  }
}
