/**
 * Describes a kind of review in words: the `words.ts` of its folder. The first page of the dashboard needs
 * them, so neither they nor their imports may load a schema.
 */
import type { JsonObject } from '../../json.ts';

/** Whether the agent may go on with a choice. */
export type Meaning = 'allow' | 'deny' | 'neither';

export type Choice = {
  id: string;
  label: string;
  description?: string | undefined;
  /** Whether the agent may go on with it. */
  meaning: Meaning;
  /** `danger` is a refusal that looks dangerous; `harm` does more, and takes a second press. */
  tone: 'plain' | 'danger' | 'harm';
  /** The complete answer it gives; null if more is to be chosen. */
  answer: JsonObject | null;
  /** Whether it also decides later questions: then it is offered only on the page and in the terminal. */
  isLasting?: true;
};

/** A part of what a question is about. Every letter of it is shown. */
export type SubjectPart = {
  /** The name of the value, such as `command`. */
  name: string;
  /** Each line of a `diff` begins with `+`, `-` or a blank. Markdown is laid out only beside its source. */
  is: 'value' | 'code' | 'diff' | 'markdown';
  text: string;
};

/** One of the questions that are answered together. */
export type AskedQuestion = {
  id: string;
  /** A few words above it. */
  header: string | null;
  question: string;
  options: { id: string; label: string; description: string | null }[];
  multiple: boolean;
  /** Whether a text is an answer, too. */
  other: boolean;
  secret: boolean;
};

/** A list truncates payloads, and a plugin may use any structure: every part of one may be missing. */
export type KindWords = {
  /** The kind as a word, if its name is none. */
  word?: string;
  /** The choices, in the order of their keys. */
  choices?: (payload: JsonObject) => Choice[];
  /**
   * The rest of a question that has to be read before it is decided, in paragraphs of plain text: all but its
   * heading, the message's text and the choices. Without it, or for null, only its page shows all.
   */
  read?: (payload: JsonObject) => string[] | null;
  /** The subject, as it is. It comes before the agent's words about it, which are marked as such. */
  subject?: (payload: JsonObject) => SubjectPart[];
  /** The agent's words about the subject, as Markdown: those besides the heading. */
  claims?: (payload: JsonObject) => string[];
  /** The questions that are answered together, on a page that is not the dashboard's as well. */
  asked?: (payload: JsonObject) => AskedQuestion[];
  /** The fields. */
  fields?: (payload: JsonObject) => { name: string; label: string }[];
  /** Whether its prompt is the question, to which a text only adds. */
  isPrompted?: true;
  /** Whether an answer is nothing but a choice, of which others may read the label. */
  isChoice?: (response: JsonObject, payload: JsonObject) => boolean;
  /** Whether a question of this kind can never be dismissed. */
  isNeverDismissed?: true;
  /** Whether an answer may have a comment. */
  hasComment?: true;
  /** The comment on a whole answer, if it is not called so. */
  comment?: (response: JsonObject) => unknown;
  /** The labels of what can be chosen or filled in. */
  labels?: (payload: JsonObject) => string[];
  /** The labels that a search finds, if not all. */
  searched?: (payload: JsonObject) => string[];
  /** The answer that a text from a chat is; null if it is none. */
  answerOf?: (text: string, payload: JsonObject) => JsonObject | null;
  /** The label of a value in an answer; without it, the value's name. */
  answerLabel?: (payload: JsonObject, name: string) => string;
  /** An answer in one line; without it, its values with their labels. */
  line?: (response: JsonObject, payload: JsonObject) => string;
  /** An answer as recorded: in full, and independent of language and place. */
  record?: (response: JsonObject, payload: JsonObject) => string;
  /** The verdict of an answer; without it, no named one. */
  verdict?: (response: JsonObject, payload: JsonObject) => Verdict;
  /** The agent's own word for the decision, which is not a person's text. */
  decision?: (response: JsonObject) => string | null;
  /** Whether it asks for a secret. */
  asksSecret?: (payload: JsonObject) => boolean;
  /** The question without the secrets that an agent prefilled. */
  hideInQuestion?: (payload: JsonObject) => JsonObject;
  /** The answer without its secrets, for all but the agent that asked. */
  hideInAnswer?: (response: JsonObject, payload: JsonObject) => JsonObject;
  /** An answer for a script to start from. */
  example: (payload: JsonObject) => JsonObject;
};

/** The verdicts of answers: for lists, colours and signs. */
export const verdicts = [
  'approved',
  'rejected',
  'changes-requested',
  'dismissed',
  'other',
] as const;
export type Verdict = (typeof verdicts)[number];
