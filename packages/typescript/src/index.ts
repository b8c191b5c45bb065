/** Asks people through an inbox, and waits for their answers. */
import { InboxError, Requests } from './requests.ts';

export * from './frameworks.ts';
export { InboxError };

export type Settings = {
  /** Where the inbox is; INBOX_URL unless given. */
  url?: string | undefined;
  /** An agent's key, `hp_…`; INBOX_API_KEY unless given. */
  key?: string | undefined;
  /** The id or name of a channel; INBOX_CHANNEL unless given, or the only channel of the key. */
  channel?: string | undefined;
  /** One run of the program, a random one unless given. An `id` names one question within it. */
  session?: string | undefined;
  /** After this the question can't be answered any longer: a day unless given. */
  expiresInSeconds?: number | undefined;
};

type Asking = {
  /** Everything that people need to decide, as Markdown. */
  description?: string | undefined;
  /** Within a session, an id that was used before returns the first question. */
  id?: string | undefined;
  /** Withdraw the question once this program has gone. */
  hold?: boolean | undefined;
  /** Withdraws the question when it is aborted. */
  signal?: AbortSignal | undefined;
};

export type Args = Record<string, unknown>;

export type Call = Asking & {
  /** The name of the tool. */
  tool: string;
  /** The arguments with which it would run. */
  args: Args;
  /** People may edit the arguments. */
  editable?: boolean | undefined;
};

export type Option =
  | string
  | {
      id?: string | undefined;
      label: string;
      description?: string | undefined;
      decision?: 'allow' | 'deny' | undefined;
    };

export type Question = Asking & {
  /** The decision, in one sentence. */
  question: string;
  /** Without one: `form` with fields, `choose` with `multiple`, or else `approve`. */
  kind?: 'approve' | 'choose' | 'form' | 'text' | undefined;
  /** For the kinds `approve` and `choose`. */
  options?: Option[] | undefined;
  /** For the kind `choose`: several options may be chosen. */
  multiple?: boolean | undefined;
  /** For the kind `form`. */
  fields?: { name: string; type: string; label: string; [more: string]: unknown }[] | undefined;
  /** Return a question that is pending, for `wait()`. */
  wait?: boolean | undefined;
};

type Refused = {
  approved: false;
  /** Why, in words for a model. */
  message: string;
  status: Ended['status'];
};

export type Approval =
  /** `args` are there if a person edited them, and are then those to run with. */
  { approved: true; args?: Args; by: string | null } | Refused;

type Ended = {
  id: string;
  /** `answered`, or how the question ended without an answer. */
  status: 'answered' | 'expired' | 'withdrawn' | 'retracted';
};

export type Answer = Omit<Ended, 'status'> & {
  status: Ended['status'] | 'pending';
  /** For decisions: anything but true is not a yes. */
  approved?: boolean;
  /** Labels of what was chosen, and the ids; lists if several could be chosen. */
  choice?: string | string[];
  choiceId?: string | string[];
  text?: string;
  /** The answers of a form, by the names of its fields. */
  values?: Args;
  /** The arguments of a tool, if a person edited them. */
  args?: Args;
  comment?: string;
  /** Who answered; null if an answer was given automatically. */
  by?: string | null;
  /** Why it was withdrawn. */
  why?: string;
};

/** The parts of a message that are read here. */
type Message = {
  id: string;
  channelId: string;
  review: {
    type: string;
    status: 'pending' | 'completed' | 'expired' | 'withdrawn';
    payload: Args;
    hold?: boolean;
    expiresAt?: string | null;
    response?: Args | null;
    verdict?: string | null;
    respondedBy?: { name: string } | null;
    withdrawn?: { why: string } | null;
  };
};

const LONGEST_WAIT_SECONDS = 30;
/** A held question is withdrawn if 30 s pass without a new wait. */
const HELD_WAIT_SECONDS = 10;
const DAY_SECONDS = 24 * 60 * 60;

export class Inbox {
  readonly session: string;
  readonly #requests: Requests;
  readonly #channel: string | undefined;
  readonly #expiresInSeconds: number;
  #channelId: Promise<string> | undefined;

  constructor(settings: Settings = {}) {
    const url = settings.url || variable('INBOX_URL');
    const key = settings.key || variable('INBOX_API_KEY');
    if (!url) throw new InboxError('The URL of the inbox is missing: give `url`, or set INBOX_URL');
    if (!/^https?:/i.test(url) || !URL.canParse(url)) {
      throw new InboxError(
        `The URL of the inbox must begin with http:// or https://, not “${url}”`,
      );
    }
    if (!key) throw new InboxError('The key is missing: give `key`, or set INBOX_API_KEY');
    if (!key.startsWith('hp_')) {
      throw new InboxError('`key` must be the key of an agent, which begins with hp_');
    }
    this.session = settings.session || crypto.randomUUID();
    this.#requests = new Requests(url, key);
    this.#channel = settings.channel || variable('INBOX_CHANNEL');
    this.#expiresInSeconds = settings.expiresInSeconds ?? DAY_SECONDS;
  }

  /** Asks whether a tool may run. Only `approved: true` is a yes. */
  async approve(call: Call): Promise<Approval> {
    const { tool, args, description, editable, ...asking } = call;
    const payload = {
      tool,
      input: args,
      ...(description === undefined ? {} : { description }),
      ...(editable ? { editable } : {}),
    };
    const asked = await this.#send({ type: 'permission', payload }, asking, tool);
    const answer = await this.#answerTo(asked, asking.signal);
    const { approved, by = null, status } = answer;
    if (approved) return { approved, by, ...(answer.args ? { args: answer.args } : {}) };
    return { approved: false, message: refusalIn(answer), status: status as Ended['status'] };
  }

  /** Asks a question, and waits for its answer unless `wait` is false. */
  async ask(question: Question): Promise<Answer> {
    const { wait = true } = question;
    const asked = await this.#send(reviewOf(question), question);
    return wait ? this.#answerTo(asked, question.signal) : answerIn(asked);
  }

  /** Waits until a question has ended, for hours if need be. */
  async wait(id: string, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<Answer> {
    const path = `/reviews/${encodeURIComponent(id)}`;
    return this.#ended(await this.#requests.send<Message>('GET', path, { signal }), signal);
  }

  /** Withdraws a question that need not be answered any longer; people read the reason. */
  async withdraw(id: string, reason?: string): Promise<Answer> {
    const path = `/reviews/${encodeURIComponent(id)}`;
    try {
      const body = reason === undefined ? {} : { reason };
      return answerIn(await this.#requests.send<Message>('POST', `${path}/withdraw`, { body }));
    } catch (error) {
      // It has ended in another way.
      if (!(error instanceof InboxError) || error.status !== 409) throw error;
      return answerIn(await this.#requests.send<Message>('GET', path));
    }
  }

  async #send(review: Args, { id, hold, description }: Asking, tool?: string): Promise<Message> {
    this.#channelId ??= this.#findChannel();
    this.#channelId.catch(() => {
      this.#channelId = undefined;
    });
    // A call that has no id is repeated under its own when a response was lost.
    const callId = id ?? crypto.randomUUID();
    const source = { client: program(), session: this.session, callId, ...(tool ? { tool } : {}) };
    return this.#requests.send<Message>('POST', '/messages', {
      body: {
        channelId: await this.#channelId,
        ...(tool === undefined && description !== undefined ? { text: description } : {}),
        review: { ...review, expiresInSeconds: this.#expiresInSeconds, ...(hold ? { hold } : {}) },
        metadata: { source },
      },
    });
  }

  async #findChannel(): Promise<string> {
    type Channel = { id: string; name: string };
    const channels = await this.#requests.send<Channel[]>('GET', '/agents?limit=200');
    const wanted = this.#channel;
    const known = channels.find(({ id }) => id === wanted);
    const [found, ...others] = known
      ? [known]
      : channels.filter(({ name }) => wanted === undefined || name === wanted);
    if (found && others.length === 0) return found.id;
    const names = channels.map(({ id, name }) => `${name} (${id})`).join(', ') || 'none';
    throw new InboxError(
      wanted === undefined
        ? `Give \`channel\`, or set INBOX_CHANNEL: the key has ${names}`
        : `The key has no channel “${wanted}”, or several: it has ${names}`,
    );
  }

  async #answerTo(asked: Message, signal: AbortSignal | undefined): Promise<Answer> {
    try {
      return await this.#ended(asked, signal);
    } catch (error) {
      if (signal?.aborted)
        await this.withdraw(asked.id, 'The agent no longer waits').catch(() => {});
      throw error;
    }
  }

  async #ended(asked: Message, signal: AbortSignal | undefined): Promise<Answer> {
    let message = asked;
    const { id, channelId, review } = message;
    const seconds = review.hold ? HELD_WAIT_SECONDS : LONGEST_WAIT_SECONDS;
    const query = new URLSearchParams({ channel: channelId, timeout: `${seconds * 1000}` });
    while (message.review.status === 'pending') {
      try {
        const ended = await this.#requests.send<{ status: string; message?: Message }>(
          'GET',
          `/reviews/${encodeURIComponent(id)}/wait?${query}`,
          { signal, until: Date.parse(review.expiresAt ?? ''), seconds },
        );
        if (ended.message) message = ended.message;
      } catch (error) {
        if (error instanceof InboxError && error.status === 404) return { id, status: 'retracted' };
        throw error;
      }
    }
    return answerIn(message);
  }
}

/** The variables of Node, Bun and Deno; others have none. */
type Host = { process?: { env?: Record<string, string | undefined>; argv?: string[] } };
const { process } = globalThis as Host;
const variable = (name: string): string | undefined => process?.env?.[name] || undefined;

/** People see the name of the program with each question. */
const program = (): string =>
  process?.argv?.[1]?.split(/[\\/]/).at(-1)?.slice(0, 200) || 'TypeScript';

// Questions as the API has them.

function reviewOf(given: Question): { type: string; payload: Args } {
  const { question: title, options, multiple, fields } = given;
  const listed = options?.map((option, index) => {
    const named = typeof option === 'string' ? { label: option } : option;
    return { ...named, id: named.id ?? `${index + 1}` };
  });
  const kind = given.kind ?? (fields ? 'form' : multiple ? 'choose' : 'approve');
  if (kind === 'form') return { type: 'form', payload: { title, fields: fields ?? [] } };
  if (kind === 'text') return { type: 'text-input', payload: { title } };
  if (kind === 'choose') {
    const mode = multiple ? 'multi' : 'single';
    return { type: 'selection', payload: { title, items: listed ?? [], mode } };
  }
  const payload = { title, allowComment: true, ...(listed ? { options: listed } : {}) };
  return { type: 'approval', payload };
}

// Answers.

function answerIn({ id, review }: Message): Answer {
  const { status, type, payload, response, verdict, respondedBy, withdrawn } = review;
  if (status === 'withdrawn') return { id, status, ...(withdrawn ? { why: withdrawn.why } : {}) };
  if (status !== 'completed' || !response) {
    return { id, status: status === 'pending' ? 'pending' : 'expired' };
  }
  const answer = { id, status: 'answered' as const, by: respondedBy?.name ?? null };
  const isDecision = type === 'approval' || type === 'permission';
  const decided = isDecision ? { approved: verdict === 'approved' } : {};
  if (response._dismissed === true) return { ...answer, ...decided };
  return { ...answer, ...decided, ...partsOf(type, response, payload) };
}

function partsOf(type: string, response: Args, payload: Args): Partial<Answer> {
  const { comment, message, input, text, selectedOption, selectedIds, choice } = response;
  if (type === 'permission') {
    return {
      ...(typeof choice === 'string' ? choiceIn(payload.choices, choice) : {}),
      ...(isArgs(input) ? { args: input } : {}),
      ...(typeof message === 'string' ? { comment: message } : {}),
    };
  }
  if (type === 'approval') {
    return {
      ...choiceIn(payload.options, `${selectedOption}`),
      ...(typeof comment === 'string' ? { comment } : {}),
    };
  }
  if (type === 'selection' && Array.isArray(selectedIds)) {
    const each = selectedIds.map((id) => choiceIn(payload.items, `${id}`));
    if (payload.mode !== 'multi') return each[0] ?? {};
    return { choice: each.map((one) => one.choice), choiceId: each.map((one) => one.choiceId) };
  }
  if (type === 'text-input') return { text: `${text}` };
  return { values: response };
}

const isArgs = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function choiceIn(options: unknown, id: string): { choice: string; choiceId: string } {
  const listed = Array.isArray(options) ? options : [];
  const option = listed.find((one) => isArgs(one) && one.id === id);
  return { choice: typeof option?.label === 'string' ? option.label : id, choiceId: id };
}

const refusals = {
  expired: 'Nobody answered in time. This is not a yes.',
  withdrawn: 'The question is no longer asked. This is not a yes.',
  retracted: 'The question was deleted. This is not a yes.',
  pending: 'Nobody has answered yet. This is not a yes.',
};

function refusalIn({ status, comment, by }: Answer): string {
  if (status !== 'answered') return refusals[status];
  return comment ?? (by ? `Denied by ${by}.` : 'Denied.');
}
