/** A server of releases on loopback, with the paths of GitHub's. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Files } from './signed.ts';

/** Answers a request in another way; without it the file is sent. */
type Answer = (path: string, bytes: Uint8Array, response: ServerResponse) => void;

/** @param releases by version; the last one is the newest */
export async function releaseServer(releases: Record<string, Files>, answer: Answer = whole) {
  const newest = Object.values(releases).at(-1);
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const [, version, name = ''] = PATH.exec(url) ?? [];
    const bytes = (version === undefined ? newest : releases[version])?.[name];
    if (bytes) answer(url, bytes, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The paths that were asked for. */
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const PATH = /^\/(?:latest\/download|download\/v([^/]+))\/(.+)$/;

export const whole: Answer = (_, bytes, response) => {
  response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
};

const isArchive = (path: string) => /\.(tar\.gz|zip)$/.test(path);

/** Sends half of an archive as if that were all. */
export const halved: Answer = (path, bytes, response) =>
  whole(path, isArchive(path) ? bytes.subarray(0, bytes.length / 2) : bytes, response);

/** Closes the connection after half of an archive. */
export const cut: Answer = (path, bytes, response) => {
  if (!isArchive(path)) return whole(path, bytes, response);
  response.writeHead(200, { 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
};

/** Sends half of an archive, and nothing more; `reached` resolves then. */
export function stalling() {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const answer: Answer = (path, bytes, response) => {
    if (!isArchive(path)) return whole(path, bytes, response);
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2), () => resolve());
  };
  return { answer, reached };
}
