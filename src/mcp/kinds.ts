/** The kinds that the tool `ask` has, by their names there. A call that names none is of the last one that it fits. */
import { approval } from '../kinds/approval/tool.ts';
import { form } from '../kinds/form/tool.ts';
import { selection } from '../kinds/selection/tool.ts';
import { textInput } from '../kinds/text-input/tool.ts';
import type { Asked, KindTool } from './kind.ts';

export const toolKinds = { approve: approval, choose: selection, form, text: textInput };

export type ToolKind = keyof typeof toolKinds;
export const toolKindNames = Object.keys(toolKinds) as [ToolKind, ...ToolKind[]];

export const kindMeant = (asked: Asked): ToolKind =>
  toolKindNames.findLast((name) => toolKinds[name].isMeant(asked)) ?? toolKindNames[0];

/** Returns the kind of a question that may have been asked in another way. */
export const toolOf = (type: string): KindTool | undefined =>
  Object.values<KindTool>(toolKinds).find((one) => one.type === type);
