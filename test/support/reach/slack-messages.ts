/** The direct messages of a Slack app: what its bot may post, update and delete, and what members see. */

type Text = { type: string; text: string };
type Element = {
  type: string;
  text?: Text | string;
  url?: string;
  value?: string;
  action_id?: string;
  elements?: Element[];
};
export type Block = { type: string; elements: Element[] };
export type SlackMessage = {
  channel: string;
  ts: string;
  text: string;
  blocks?: Block[];
  thread_ts?: string;
};
export type SlackCall = Partial<SlackMessage> & Record<string, unknown>;

export class SlackRefusal extends Error {
  constructor(
    readonly code: string,
    readonly status = 200,
    readonly headers = {},
  ) {
    super(code);
  }
}

const LONGEST = { text: 40_000, button: 75, value: 2000, action: 255 };
const MOST = { blocks: 50, buttons: 25 };

export function slackMessages() {
  const messages: SlackMessage[] = [];
  const members = new Set(['U0ANN', 'U0EVE']);
  let last = 100;
  const nextTs = () => `1700000000.${String(++last).padStart(6, '0')}`;
  const directOf = (user: string) => `D0${user.slice(1)}`;

  const methods: Record<string, (call: SlackCall) => object> = {
    'auth.test': () => ({ user: 'agent_inbox', user_id: 'U0BOT', bot_id: 'B0BOT', team: 'Team' }),
    'chat.postMessage'(call) {
      const channel = placeOf(call.channel ?? '');
      const { thread_ts } = call;
      const message = { channel, ts: nextTs(), ...written(call), ...(thread_ts && { thread_ts }) };
      messages.push(message);
      return { channel, ts: message.ts, message };
    },
    'chat.update'(call) {
      const message = existing(call);
      const next = { ...message, ...written(call) };
      messages[messages.indexOf(message)] = next;
      return { channel: next.channel, ts: next.ts, text: next.text };
    },
    'chat.delete'(call) {
      const { channel, ts } = existing(call);
      messages.splice(messages.indexOf(existing(call)), 1);
      return { channel, ts };
    },
  };

  /** A member is written to in their direct message with the app. */
  function placeOf(channel: string): string {
    if (members.has(channel)) return directOf(channel);
    if ([...members].some((user) => directOf(user) === channel)) return channel;
    throw new SlackRefusal('channel_not_found');
  }

  function existing({ channel, ts }: SlackCall): SlackMessage {
    placeOf(channel ?? '');
    const found = messages.find((one) => one.channel === channel && one.ts === ts);
    if (!found) throw new SlackRefusal('message_not_found');
    return found;
  }

  return {
    messages,
    members,
    methods,
    nextTs,
    directOf,
    /** The messages that a member sees in the direct message with the app, without its threads. */
    chat: (user: string) =>
      messages.filter(({ channel, thread_ts }) => channel === directOf(user) && !thread_ts),
    /** The app's texts in the thread of a message. */
    thread: (ts: string) => messages.filter(({ thread_ts }) => thread_ts === ts),
  };
}

function written({ text, blocks }: SlackCall): Pick<SlackMessage, 'text' | 'blocks'> {
  if (typeof text !== 'string' || text === '') throw new SlackRefusal('no_text');
  if (text.length > LONGEST.text) throw new SlackRefusal('msg_too_long');
  if (blocks && !areValid(blocks)) throw new SlackRefusal('invalid_blocks');
  return { text, ...(blocks ? { blocks } : {}) };
}

const areValid = (blocks: Block[]): boolean =>
  blocks.length <= MOST.blocks &&
  blocks.every(({ type, elements }) =>
    type === 'actions' ? areButtons(elements) : type === 'rich_text' && elements.every(isSection),
  );

const isSection = ({ type, elements = [] }: Element): boolean =>
  type === 'rich_text_section' &&
  elements.every((one) =>
    one.type === 'text'
      ? typeof one.text === 'string' && one.text !== ''
      : one.type === 'link' && /^https?:/.test(one.url ?? ''),
  );

function areButtons(elements: Element[]): boolean {
  const ids = new Set(elements.map(({ action_id }) => action_id));
  const fits = ({ type, text, value = '', action_id = '' }: Element) =>
    type === 'button' &&
    typeof text === 'object' &&
    text.type === 'plain_text' &&
    text.text.length >= 1 &&
    text.text.length <= LONGEST.button &&
    value.length <= LONGEST.value &&
    action_id.length <= LONGEST.action;
  return (
    elements.length >= 1 &&
    elements.length <= MOST.buttons &&
    ids.size === elements.length &&
    elements.every(fits)
  );
}

/** The text of a message as a member reads it. */
export const shownOf = ({ text, blocks }: SlackMessage): string =>
  blocks
    ?.flatMap(({ elements }) => elements)
    .flatMap(({ elements = [] }) => elements)
    .map((one) => one.url ?? one.text)
    .join('') ?? text;

export const buttonsOf = ({ blocks = [] }: SlackMessage) =>
  blocks
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements }) => elements)
    .map(({ text, value = '' }) => ({ label: typeof text === 'object' ? text.text : '', value }));
