/**
 * Claude Code's hooks: https://code.claude.com/docs/en/hooks. Tried with 2.1.330 and 2.1.332, which say more than
 * the documentation: `agent_id`, `permission_suggestions`, and what each answer makes of the tool.
 */
import { canonicalJson, isJsonObject, type JsonObject } from '../../core/json.ts';
import {
  type Answered,
  type AskedBefore,
  asQuestions,
  deniedBy,
  denyAndStop,
  type HookCall,
  type HookQuestion,
  type HookSource,
  type LabelledQuestion,
  notUnderstood,
  objectOf,
  sourceOf,
  stopsTurn,
  textOf,
} from '../hook.ts';

const QUESTIONS = 'AskUserQuestion';
const PLAN = 'ExitPlanMode';

export function claude(input: JsonObject): HookCall {
  const event = textOf(input, 'hook_event_name');
  const session = textOf(input, 'session_id');
  if (event === undefined) return notUnderstood('hook_event_name is missing');
  if (session === undefined) return notUnderstood(`${event} without a session_id`);
  switch (event) {
    case 'PermissionRequest':
      return permissionRequest(input, session);
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return toolHasRun(input, session, event);
    case 'PermissionDenied':
      return permissionDenied(input, session);
    case 'SessionEnd':
      return ended(session, 'the session has ended', () => true);
    case 'Stop': {
      const isOwn = (asked: AskedBefore) => agentOf(asked) === undefined;
      return { ...ended(session, 'its turn has ended', isOwn), afterMs: REPORTED_MS };
    }
    case 'SubagentStop': {
      const agent = textOf(input, 'agent_id');
      if (agent === undefined) return notUnderstood('SubagentStop without an agent_id');
      const isIts = (asked: AskedBefore) => agentOf(asked) === agent;
      return { ...ended(session, 'its agent has ended', isIts), afterMs: REPORTED_MS };
    }
    default:
      return notUnderstood(`event ${event}`);
  }
}

/** A tool that has run is reported by a command, which a fast end of the turn overtakes. */
const REPORTED_MS = 1000;

const ended = (session: string, why: string, matches: (asked: AskedBefore) => boolean) =>
  ({ does: 'withdraw', session, which: 'all', matches, why, hasRun: false }) satisfies HookCall;

const agentOf = (asked: AskedBefore) => textOf(sourceOf(asked), 'agentId');

function sourceIn(input: JsonObject, session: string | undefined, tool?: string): HookSource {
  return { session, cwd: textOf(input, 'cwd'), tool, agentId: textOf(input, 'agent_id') };
}

// A tool that asks for leave to run.

export function permissionRequest(input: JsonObject, session: string | undefined): HookCall {
  const tool = textOf(input, 'tool_name');
  const toolInput = objectOf(input, 'tool_input');
  if (tool === undefined) return notUnderstood('PermissionRequest without a tool_name');
  if (!toolInput) return notUnderstood(`PermissionRequest of ${tool} without a tool_input`);
  const source = sourceIn(input, session, tool);
  if (tool === QUESTIONS) return questionsOf(toolInput, source);
  return {
    does: 'ask',
    question: tool === PLAN ? planOf(toolInput, source) : permissionOf(input, toolInput, source),
  };
}

const decided = (decision: JsonObject): JsonObject => ({
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision },
});

const denied = (answered: Answered): JsonObject => {
  const { response } = answered;
  const message = textOf(response ?? {}, 'message') ?? deniedBy(answered);
  const stops = stopsTurn(answered);
  return decided({ behavior: 'deny', message, ...(stops ? { interrupt: true } : {}) });
};

function permissionOf(input: JsonObject, toolInput: JsonObject, source: HookSource): HookQuestion {
  const suggested = suggestionsIn(input);
  const description = textOf(toolInput, 'description');
  return {
    type: 'permission',
    source,
    payload: {
      tool: source.tool,
      input: toolInput,
      ...(description ? { description } : {}),
      editable: true,
      choices: [
        ...suggested.map(({ id, label }) => ({ id, label, decision: 'allow' })),
        denyAndStop,
      ],
    },
    answer(answered) {
      const { response } = answered;
      if (response?.decision !== 'allow') return denied(answered);
      const edited = response.input;
      const chosen = suggested.find(({ id }) => id === response.choice);
      return decided({
        behavior: 'allow',
        ...(edited === undefined ? {} : { updatedInput: edited }),
        ...(chosen ? { updatedPermissions: [chosen.suggestion] } : {}),
      });
    },
  };
}

// A plan that asks to leave plan mode. Claude Code ignores an allow without an input.

const planOf = (toolInput: JsonObject, source: HookSource): HookQuestion => ({
  type: 'permission',
  source,
  payload: {
    tool: PLAN,
    input: toolInput,
    title: 'Start to work on this plan?',
    editable: true,
    choices: [denyAndStop],
  },
  answer(answered) {
    const { payload, response } = answered;
    if (response?.decision !== 'allow') return denied(answered);
    return decided({ behavior: 'allow', updatedInput: response.input ?? payload.input });
  },
});

// Its suggestions are rules that outlive the question. A label says what the rule does and where it is kept.

type Suggestion = { id: string; label: string; suggestion: JsonObject };

/** A rule whose label would have to be cut is not offered. */
const LONGEST_LABEL = 500;
const MOST_SUGGESTIONS = 10;

function suggestionsIn({ permission_suggestions: given }: JsonObject): Suggestion[] {
  if (!Array.isArray(given)) return [];
  const found: Suggestion[] = [];
  for (const suggestion of given.filter(isJsonObject)) {
    if (found.length === MOST_SUGGESTIONS) break;
    const rule = ruleIn(suggestion);
    const kept = wordsIn(KEPT, suggestion, 'destination');
    if (rule === undefined || kept === undefined) continue;
    const label = `Allow, and ${rule}: ${kept}`;
    if (label.length > LONGEST_LABEL || found.some((one) => one.label === label)) continue;
    found.push({ id: `suggestion-${found.length + 1}`, label, suggestion });
  }
  return found;
}

const KEPT: Record<string, string> = {
  session: 'until this session ends',
  cliArg: 'until this session ends',
  localSettings: 'permanently, in .claude/settings.local.json of this project',
  projectSettings: 'permanently and for everyone, in .claude/settings.json of this project',
  userSettings: 'permanently and in every project, in ~/.claude/settings.json',
};

const MODES: Record<string, string> = {
  acceptEdits: 'accept every edit of a file',
  bypassPermissions: 'never ask again for anything',
  dontAsk: 'refuse what would be asked',
  default: 'ask as usual',
  plan: 'only plan',
  auto: 'let auto mode decide',
};

function wordsIn(words: Record<string, string>, from: JsonObject, name: string) {
  const value = textOf(from, name);
  return value !== undefined && Object.hasOwn(words, value) ? words[value] : undefined;
}

/** Undefined for one whose effect is not known: it is not offered. */
function ruleIn(suggestion: JsonObject): string | undefined {
  switch (suggestion.type) {
    case 'addRules': {
      const { rules, behavior } = suggestion;
      if (!Array.isArray(rules) || behavior !== 'allow') return undefined;
      const written = rules.filter(isJsonObject).map(writtenRule);
      if (written.length === 0 || written.length < rules.length) return undefined;
      return written.includes(undefined) ? undefined : `always allow ${written.join(', ')}`;
    }
    case 'addDirectories': {
      const { directories } = suggestion;
      if (!Array.isArray(directories) || directories.length === 0) return undefined;
      if (!directories.every((one) => typeof one === 'string')) return undefined;
      return `let it work in ${directories.join(', ')}`;
    }
    case 'setMode':
      return wordsIn(MODES, suggestion, 'mode');
    default:
      return undefined;
  }
}

function writtenRule(rule: JsonObject): string | undefined {
  const tool = textOf(rule, 'toolName');
  const content = textOf(rule, 'ruleContent');
  if (tool === undefined) return undefined;
  return content === undefined ? `everything of ${tool}` : `${tool}(${content})`;
}

// Its own questions. It takes the answers as a part of the input, by the words of each question.

function questionsOf(toolInput: JsonObject, source: HookSource): HookCall {
  const asked = questionsIn(toolInput);
  if (asked === undefined) return notUnderstood(`${QUESTIONS} with another input`);
  const { payload, chosen } = asQuestions(asked);
  const words = asked.map(({ question }) => question);
  const answer = (answered: Answered): JsonObject => {
    const answers = chosen(answered).map((labels, index) => [words[index], labels.join(', ')]);
    return decided({
      behavior: 'allow',
      updatedInput: { ...toolInput, answers: Object.fromEntries(answers) },
    });
  };
  return { does: 'ask', question: { type: 'questions', payload, source, answer } };
}

/** Undefined unless each can be shown whole, and answered by its own words. */
function questionsIn({ questions }: JsonObject): LabelledQuestion[] | undefined {
  if (!Array.isArray(questions) || questions.length === 0) return undefined;
  const read: LabelledQuestion[] = [];
  for (const given of questions) {
    const question = isJsonObject(given) ? questionIn(given) : undefined;
    if (!question || read.some((one) => one.question === question.question)) return undefined;
    read.push(question);
  }
  return read;
}

function questionIn(given: JsonObject): LabelledQuestion | undefined {
  const question = textOf(given, 'question');
  const header = textOf(given, 'header');
  const { options: offered = [], kind = 'choice' } = given;
  if (question === undefined || !Array.isArray(offered)) return undefined;
  // One for a number has bounds, too, which a question here has not.
  if (kind !== 'choice' && kind !== 'text') return undefined;
  const options: LabelledQuestion['options'] = [];
  for (const option of offered) {
    const label = isJsonObject(option) ? textOf(option, 'label') : undefined;
    if (label === undefined) return undefined;
    const said = [textOf(option, 'description'), textOf(option, 'preview')];
    const description = said.filter((text) => text !== undefined).join('\n\n');
    options.push({ label, ...(description ? { description } : {}) });
  }
  const isMultiple = given.multiSelect === true && options.length > 0;
  return { question, ...(header ? { header } : {}), multiple: isMultiple, options, other: true };
}

// A tool that has run: what asked for it was answered in the terminal, which reports nothing else.

function toolHasRun(input: JsonObject, session: string, event: string): HookCall {
  const tool = textOf(input, 'tool_name');
  const toolInput = objectOf(input, 'tool_input');
  if (tool === undefined) return notUnderstood(`${event} without a tool_name`);
  if (!toolInput) return notUnderstood(`${event} of ${tool} without a tool_input`);
  const agent = textOf(input, 'agent_id');
  const isSame = sameInput(tool, toolInput);
  return {
    does: 'withdraw',
    session,
    which: 'oldest',
    matches: (asked) =>
      agentOf(asked) === agent && textOf(sourceOf(asked), 'tool') === tool && isSame(asked),
    why: whyRun(tool, toolInput),
    hasRun: true,
  };
}

function sameInput(tool: string, toolInput: JsonObject): (asked: AskedBefore) => boolean {
  // Its input is empty by now, and no session asks for two.
  if (tool === PLAN) return () => true;
  if (tool === QUESTIONS) {
    const asked = wordsOf(questionsIn(toolInput));
    // Our own payload has the words of the input in the same places.
    return ({ review }) => wordsOf(questionsIn(review.payload)) === asked;
  }
  // Every tool that runs is reported, and few have asked.
  let input: string | undefined;
  return ({ review }) => {
    input ??= canonicalJson(toolInput);
    return canonicalJson(review.payload.input) === input;
  };
}

const wordsOf = (questions: LabelledQuestion[] | undefined): string =>
  canonicalJson(
    questions?.map(({ question, options }) => [question, options.map(({ label }) => label)]) ??
      null,
  );

function whyRun(tool: string, toolInput: JsonObject): string {
  if (tool !== QUESTIONS) return 'allowed in the terminal';
  const answers = Object.values(objectOf(toolInput, 'answers') ?? {});
  const given = answers.filter((answer) => typeof answer === 'string').join(' · ');
  return given === '' ? 'answered in the terminal' : `answered in the terminal: ${given}`;
}

// Auto mode refuses without asking: its person reads of it here.

function permissionDenied(input: JsonObject, session: string): HookCall {
  const tool = textOf(input, 'tool_name') ?? 'a tool';
  const reason = textOf(input, 'reason');
  const toolInput = objectOf(input, 'tool_input');
  const command = toolInput ? (textOf(toolInput, 'command') ?? JSON.stringify(toolInput)) : '';
  const said = [
    `Auto mode refused ${tool}${reason ? `: ${start(reason)}` : '.'}`,
    ...(command ? [fenced(start(command))] : []),
  ];
  return { does: 'send', text: said.join('\n\n'), source: sourceIn(input, session, tool) };
}

const MOST_SAID = 10_000;

const start = (text: string) =>
  text.length > MOST_SAID ? `${text.slice(0, MOST_SAID).toWellFormed()}…` : text;

/** Returns a block of code that nothing in it can end. */
function fenced(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}
