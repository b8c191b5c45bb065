import { type ClientName, clients } from '../agents/clients.ts';

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
