// Written by `inbox connect opencode`; `inbox disconnect opencode` removes it.
// Each permission and question of OpenCode is asked in the inbox, too. Whichever side answers first decides.
import { spawn } from 'node:child_process';

const INBOX = '@INBOX@';
const AGAIN_MS = [500, 1000, 2000, 4000, 8000, 15_000];

const REPLIES = { 'permission.asked': '/permission', 'question.asked': '/question' };
const ENDS = ['permission.replied', 'question.replied', 'question.rejected'];

export const Inbox = async ({ client, directory }) => {
  /** What is asked in the inbox and not answered, by the id of its request: how to stop asking. */
  const asked = new Map();

  /** Resolves to what the inbox has printed, or to null if it could not be reached. */
  function carry(event, signal) {
    return new Promise((resolve) => {
      const child = spawn(INBOX, ['hook', 'opencode', '--fail', 'closed'], {
        stdio: ['pipe', 'pipe', 'ignore'],
        signal,
      });
      let printed = '';
      child.stdout.on('data', (part) => {
        printed += part;
      });
      child.on('error', () => resolve(null));
      child.on('close', (code) => resolve(code === 0 ? printed.trim() : null));
      child.stdin.on('error', () => {});
      child.stdin.end(JSON.stringify({ event, directory }));
    });
  }

  async function ask(event) {
    const { id } = event.properties;
    const ending = new AbortController();
    asked.set(id, ending);
    // The same request returns to the same question, so that a restart of the inbox loses nothing.
    for (let tries = 0; asked.get(id) === ending; tries++) {
      const printed = await carry(event, ending.signal);
      if (asked.get(id) !== ending) return;
      if (printed === null) {
        await new Promise((resolve) => {
          setTimeout(resolve, AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)]);
        });
        continue;
      }
      asked.delete(id);
      if (printed !== '') await reply(`${REPLIES[event.type]}/${id}/reply`, JSON.parse(printed));
      return;
    }
  }

  const reply = (url, body) =>
    client._client.post({ url, body, headers: { 'content-type': 'application/json' } });

  return {
    async event({ event }) {
      if (Object.hasOwn(REPLIES, event.type)) {
        void ask(event).catch(() => {});
      } else if (ENDS.includes(event.type)) {
        const id = event.properties.requestID;
        const ending = asked.get(id);
        if (!ending) return;
        asked.delete(id);
        await carry(event);
        ending.abort();
      } else if (event.type === 'session.deleted') {
        const sessionID = event.properties.sessionID ?? event.properties.info?.id;
        if (sessionID) await carry({ type: event.type, properties: { sessionID } });
      }
    },
  };
};
