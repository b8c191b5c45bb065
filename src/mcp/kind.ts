/** A kind of question as the tool `ask` has it, in the `tool.ts` of its folder. */
import type { JsonObject } from '../core/json.ts';

/** An option, with an id of its own or by its place. */
export type ToolOption = {
  id: string;
  label: string;
  description?: string | undefined;
  decision?: 'allow' | 'deny' | undefined;
};

/** The arguments of a call. */
export type Asked = {
  options: ToolOption[] | undefined;
  multiple: boolean;
  fields: JsonObject[] | undefined;
};

/** An answer by the names that the tool has for its parts. */
export type ToolAnswer = {
  choice?: string | string[];
  choice_id?: string | string[];
  text?: string;
  values?: JsonObject;
  comment?: string;
};

export type KindTool = {
  /** Its type on the wire. */
  type: string;
  /** Whether a call that names no kind is of this one. */
  isMeant: (asked: Asked) => boolean;
  /** The payload, but for its title. */
  payload: (asked: Asked) => JsonObject;
  /** Whether an answer is a yes or none. */
  isDecision: boolean;
  answer: (response: JsonObject, payload: JsonObject) => ToolAnswer;
};
