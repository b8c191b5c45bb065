// Agent Inbox: asks the inbox what OpenCode asks in its terminal. The first answer counts.
// `inbox connect opencode` has written this file, and `inbox disconnect opencode` removes it.
import { readFileSync } from 'node:fs';

/** It has the URL and the key, which this file does not. */
const RECORD = '';

/** The agent asks for some commands, and may neither answer for its person nor read the key. */
const RULES = { bash: {}, external_directory: {} };

/** `opencode run` rejects by itself within milliseconds: then nobody is asked. */
const ASK_AFTER_MS = 250;

/** The inbox keeps a question for 30 seconds when its connection is lost. */
const LONGEST_PAUSE_MS = 10_000;

const ASKED = ['permission.asked', 'question.asked'];
const ANSWERED = ['permission.replied', 'question.replied', 'question.rejected'];

export const AgentInbox = async ({ client, directory }) => {
  /** The open questions, by their ids in OpenCode. */
  const open = new Map();
  let version;

  /** OpenCode's own API, in this process. */
  async function own(method, url, body) {
    const headers = { 'content-type': 'application/json' };
    const { data, response } = await client._client[method]({ url, body, headers });
    return { data, status: response?.status };
  }

  async function callInbox(input, signal) {
    const { url, key, channelId } = JSON.parse(readFileSync(RECORD, 'utf8')).clients.opencode;
    version ??= (await own('get', '/global/health')).data?.version;
    return fetch(new URL('api/v1/hooks/opencode', url.endsWith('/') ? url : `${url}/`), {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        'user-agent': `opencode/${version}`,
        ...(channelId ? { 'x-inbox-channel': channelId } : {}),
      },
      body: JSON.stringify(input),
      signal,
      // Held until a person decides.
      timeout: false,
    });
  }

  /** Asks until the inbox has an answer or none; an inbox that is away may come back. */
  async function answerOf(input, signal) {
    for (let pause = 1000; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        const response = await callInbox(input, signal);
        const text = (await response.text()).trim();
        if (response.ok) return text === '' ? null : JSON.parse(text);
        if (response.status < 500 && response.status !== 429) return null;
      } catch {}
      await wait(pause);
      if (signal.aborted) return null;
    }
  }

  async function ask(event) {
    const { id, sessionID } = event.properties;
    const gone = new AbortController();
    open.set(id, gone);
    await wait(ASK_AFTER_MS);
    if (!open.has(id)) return;
    const session = await rootOf(sessionID);
    const answer = await answerOf({ directory, session, event }, gone.signal);
    if (!answer || !open.delete(id)) return;
    const [kind] = event.type.split('.');
    await own('post', `/${kind}/${id}/reply`, answer);
  }

  /** A sub-agent has a session of its own below that of the person. */
  async function rootOf(sessionID) {
    for (let id = sessionID; ; ) {
      const { data } = await own('get', `/session/${id}`);
      if (!data?.parentID) return id;
      id = data.parentID;
    }
  }

  /** Answered in the terminal, or by the inbox, which has forgotten it by then. */
  async function answered(event) {
    const { requestID, sessionID } = event.properties;
    const gone = open.get(requestID);
    if (!gone) return;
    open.delete(requestID);
    const session = await rootOf(sessionID);
    await callInbox({ directory, session, event }, AbortSignal.timeout(10_000)).catch(() => {});
    gone.abort();
  }

  return {
    async config(config) {
      config.permission = withRules(config.permission);
    },
    async event({ event }) {
      if (ASKED.includes(event.type)) ask(event).catch(() => {});
      if (ANSWERED.includes(event.type)) answered(event).catch(() => {});
    },
  };
};

/** The last rule that fits counts. */
function withRules(permission = {}) {
  const rules = typeof permission === 'string' ? { '*': permission } : { ...permission };
  for (const [tool, added] of Object.entries(RULES)) {
    const given = typeof rules[tool] === 'string' ? { '*': rules[tool] } : rules[tool];
    rules[tool] = { ...given, ...added };
  }
  return rules;
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
