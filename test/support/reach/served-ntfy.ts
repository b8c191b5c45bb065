/** A served inbox with a channel `deploys`, whose owner can be notified by an ntfy server on loopback. */
import { testTerminal } from '../terminal/terminal.ts';
import { testNtfy } from './ntfy.ts';

export async function withNtfy() {
  const ntfy = testNtfy();
  const terminal = testTerminal();
  await terminal.serve({ INBOX_NTFY_URL: ntfy.url, INBOX_APPRISE_URL: ntfy.url });
  await terminal.channel();
  return {
    terminal,
    ntfy,
    async [Symbol.asyncDispose]() {
      await terminal[Symbol.asyncDispose]();
      await ntfy[Symbol.asyncDispose]();
    },
  };
}
