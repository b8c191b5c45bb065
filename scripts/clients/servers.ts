/** Servers in front of the inbox, or instead of it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestInbox } from './inbox.ts';

export type Server = { url: string; stop: () => Promise<void> | void };

export const refused = async (): Promise<Server> => ({ url: 'http://127.0.0.1:9', stop() {} });

/** Another machine that drops every packet. */
export async function blackHole(): Promise<Server> {
  const add = ['ip', 'link', 'add', 'nowhere', 'type', 'dummy'];
  Bun.spawnSync(add);
  Bun.spawnSync(['ip', 'addr', 'add', '10.9.9.1/24', 'dev', 'nowhere']);
  Bun.spawnSync(['ip', 'link', 'set', 'nowhere', 'up']);
  return { url: 'http://10.9.9.2:4600', stop() {} };
}

export async function failing(): Promise<Server> {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response('broken', { status: 500 }),
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

/** Passes a call on 5 s late. */
export async function slow(inbox: TestInbox): Promise<Server> {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      await Bun.sleep(5000);
      const { pathname, search } = new URL(request.url);
      return fetch(`${inbox.url}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        signal: request.signal,
        timeout: false,
      });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

let port = 45_390;

/** With nothing set but where to pass on: it closes what says nothing for 60 s. */
export async function nginx(inbox: TestInbox): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-nginx-'));
  port++;
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${folder}/${each};`)
    .join(' ');
  const config = `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {}
http { access_log off; ${own} server { listen 127.0.0.1:${port}; location / { proxy_pass ${inbox.url}; } } }`;
  await Bun.write(join(folder, 'nginx.conf'), config);
  const child = Bun.spawn(['nginx', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'log')]);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) await Bun.sleep(50);
  return {
    url,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
