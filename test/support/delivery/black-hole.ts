/** A port whose connections are never made: its listener is stopped with a full backlog. */
import { connect } from 'node:net';

const listener = `
  require('node:net').createServer().listen({ port: 0, host: '127.0.0.2' }, function () {
    console.log(this.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;
const MORE_THAN_A_BACKLOG = 600;

export async function blackHole() {
  const child = Bun.spawn([process.execPath, '-e', listener], { stdout: 'pipe' });
  const { value } = await child.stdout.getReader().read();
  const port = Number(new TextDecoder().decode(value));
  const sockets = Array.from({ length: MORE_THAN_A_BACKLOG }, () => {
    const socket = connect({ port, host: '127.0.0.2' });
    return socket.on('error', () => undefined);
  });
  await Promise.race(sockets.map((socket) => new Promise((done) => socket.once('connect', done))));
  return {
    port,
    url: (scheme: string) => `${scheme}://127.0.0.2:${port}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}
