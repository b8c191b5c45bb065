/**
 * OpenCode's events, as the plugin that `inbox connect opencode` writes sends them: https://opencode.ai/docs/plugins.
 * Tried with 1.18.33. The plugin gives the answer to OpenCode.
 */
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import {
  asQuestions,
  deniedBy,
  type HookCall,
  type HookSource,
  type LabelledQuestion,
  notUnderstood,
  objectOf,
  sourceOf,
  textOf,
} from '../hook.ts';

const ALWAYS = 'always';

export function opencode(input: JsonObject): HookCall {
  const event = objectOf(input, 'event') ?? {};
  const type = textOf(event, 'type');
  const about = objectOf(event, 'properties');
  if (type === undefined) return notUnderstood('the type of the event is missing');
  const own = textOf(about ?? {}, 'sessionID');
  if (!about || own === undefined) return notUnderstood(`${type} without a sessionID`);
  // A sub-agent's own session lies below the person's, which the plugin has looked up.
  const session = textOf(input, 'session') ?? own;
  const agentId = own === session ? undefined : own;
  const from = { session, cwd: textOf(input, 'directory'), agentId };
  switch (type) {
    case 'permission.asked':
      return permissionAsked(about, from);
    case 'question.asked':
      return questionAsked(about, from);
    case 'permission.replied':
      return answeredThere(about, session, PERMISSION_WORDS[textOf(about, 'reply') ?? '']);
    case 'question.replied':
      return answeredThere(about, session, labelsIn(about.answers));
    case 'question.rejected':
      return answeredThere(about, session, 'dismissed');
    case 'session.deleted':
      return {
        does: 'withdraw',
        session,
        which: 'all',
        matches: () => true,
        why: 'the session was deleted',
        hasRun: false,
      };
    default:
      return notUnderstood(`event ${type}`);
  }
}

const PERMISSION_WORDS: Record<string, string> = {
  once: 'allowed',
  always: 'always allowed',
  reject: 'rejected',
};

/** The plugin also sends it after an answer from the inbox: then nothing is pending. */
function answeredThere(about: JsonObject, session: string, how: string | undefined): HookCall {
  const id = textOf(about, 'requestID');
  if (id === undefined) return notUnderstood('a reply without a requestID');
  return {
    does: 'withdraw',
    session,
    which: 'all',
    matches: (asked) => textOf(sourceOf(asked), 'callId') === id,
    why: how ? `answered in the terminal: ${how}` : 'answered in the terminal',
    hasRun: false,
  };
}

function labelsIn(answers: unknown): string | undefined {
  if (!Array.isArray(answers)) return undefined;
  const labels = answers.flat().filter((label) => typeof label === 'string');
  return labels.length > 0 ? labels.join(' · ') : undefined;
}

function permissionAsked(about: JsonObject, from: HookSource): HookCall {
  const id = textOf(about, 'id');
  const tool = textOf(about, 'permission');
  if (id === undefined || tool === undefined)
    return notUnderstood('permission.asked without an id');
  const always = textsIn(about.always);
  const label = `Allow, and always allow ${always.join(', ')}: until OpenCode ends`;
  return {
    does: 'ask',
    question: {
      type: 'permission',
      source: { ...from, tool, callId: id },
      payload: {
        tool,
        input: inputOf(about),
        choices: always.length > 0 ? [{ id: ALWAYS, label, decision: 'allow' }] : [],
      },
      answer(answered) {
        const { response } = answered;
        if (response?.decision === 'allow') {
          return { reply: response.choice === ALWAYS ? 'always' : 'once' };
        }
        return {
          reply: 'reject',
          message: textOf(response ?? {}, 'message') ?? deniedBy(answered),
        };
      },
    },
  };
}

/** The metadata says what the tool will do; the patterns are left out where they repeat it. */
function inputOf(about: JsonObject): JsonObject {
  const metadata = objectOf(about, 'metadata') ?? {};
  const patterns = textsIn(about.patterns);
  const isSaid = patterns.every((pattern) => Object.values(metadata).includes(pattern));
  return isSaid ? metadata : { ...metadata, patterns };
}

const textsIn = (given: unknown): string[] =>
  Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];

function questionAsked(about: JsonObject, from: HookSource): HookCall {
  const callId = textOf(about, 'id');
  if (callId === undefined || !Array.isArray(about.questions)) {
    return notUnderstood('question.asked without an id');
  }
  const asked: LabelledQuestion[] = [];
  for (const given of about.questions) {
    const question = isJsonObject(given) ? textOf(given, 'question') : undefined;
    if (!isJsonObject(given) || question === undefined) {
      return notUnderstood('question.asked with another question');
    }
    const options = Array.isArray(given.options) ? given.options.filter(isJsonObject) : [];
    const header = textOf(given, 'header');
    asked.push({
      question,
      ...(header ? { header } : {}),
      options: options.map(optionOf),
      multiple: given.multiple === true,
      other: options.length === 0 || given.custom !== false,
    });
  }
  const { payload, chosen } = asQuestions(asked);
  return {
    does: 'ask',
    question: {
      type: 'questions',
      payload,
      source: { ...from, callId },
      answer: (answered) => ({ answers: chosen(answered) }),
    },
  };
}

function optionOf(option: JsonObject): LabelledQuestion['options'][number] {
  const description = textOf(option, 'description');
  const label = textOf(option, 'label') ?? '';
  return { label, ...(description ? { description } : {}) };
}
