/** Checks of the network: the port, the public URL, and the hostnames of webhooks. */
import { promises as dns } from 'node:dns';
import { createServer } from 'node:net';
import { type Finding, findings } from './finding.ts';

const PATIENCE_MS = 5000;

type Reported = { status?: string; version?: string; damaged?: true; renewed?: true };

/** Returns the health that an inbox reports at that address; null if none answers. */
export async function healthAt(url: string) {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/health`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { status, ...found } = (await response.json()) as Reported;
    return status ? { status, ...found, date: response.headers.get('date') } : null;
  } catch {
    return null;
  }
}

/** Returns what a server that is up reports besides, in words; null for nothing. */
export function troubleIn({ damaged, renewed }: Reported): string | null {
  if (damaged) return 'its database is damaged';
  return renewed ? 'its database is not the one that ran last' : null;
}

/** @param answers the address of this directory's server */
export async function checkPort(
  { host, port }: { host: string; port: number },
  answers: string | null,
): Promise<Finding> {
  const { ok, fail } = findings('port');
  if (answers && new URL(answers).port === `${port}`)
    return ok(`${port} on ${host} is in use by this server`);
  const code = await whyNotListen(host, port);
  if (code === null) return ok(`${port} on ${host} is free`);
  if (code === 'EADDRINUSE') {
    return fail(
      `${port} on ${host} is in use by another program`,
      'Choose another port with INBOX_PORT.',
    );
  }
  const next = code === 'EACCES' ? 'Ports below 1024 require a privilege.' : 'Check INBOX_HOST.';
  return fail(
    `Cannot listen on ${host}:${port} (${code})`,
    `${next} Otherwise, choose another port.`,
  );
}

const whyNotListen = (host: string, port: number) =>
  new Promise<string | null>((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });

export async function checkPublicUrl(url: string | null, isServed: boolean): Promise<Finding> {
  const { ok, warn, fail } = findings('public URL');
  if (url === null) return ok("Not set; people use the server's own address");
  const health = await healthAt(url);
  if (health?.version) return ok(`${url} answers, version ${health.version}`);
  const says = `No inbox answers at ${url}`;
  if (!isServed) return warn(says, 'No server is running here; start one with `inbox serve`.');
  return fail(says, 'Check its DNS record, its certificate and the proxy in front of this server.');
}

/** Uses the resolver of webhooks, which queries the name servers itself; nothing else needs them. */
export async function checkResolver(hasWebhook: boolean, servers?: string[]): Promise<Finding> {
  const { ok, warn } = findings('resolver');
  if (!hasWebhook) return ok('No channel has a webhook');
  const resolver = new dns.Resolver({ timeout: 1000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const asked = resolver.getServers().join(', ') || 'no name server';
  try {
    await resolver.resolve4('example.com');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return warn(
      `${asked} cannot resolve example.com (${code})`,
      'Webhooks to hostnames fail. Check /etc/resolv.conf.',
    );
  }
  return ok(`Hostnames are resolved by ${asked}`);
}
