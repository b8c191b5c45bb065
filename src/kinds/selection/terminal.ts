import { UsageError } from '../../cli/errors.ts';
import { chosen, namedOptions, numberKey, searchPart, shownId } from '../../cli/kinds/choices.ts';
import type { KindTerminal, Part } from '../../cli/kinds/kind.ts';
import { eachOf, isEmpty, mustBeNamed, partsOf } from '../../cli/kinds/short-form.ts';
import { collect } from '../../cli/options.ts';
import { onOneLine } from '../../cli/output.ts';
import { give, isDrawn, noSuch, said } from '../../cli/triage/deciding.ts';
import { keyAt, keysFrom, placeOfKey, withKeys } from '../../cli/triage/option-keys.ts';
import type { Asked, Pressed, State } from '../../cli/triage/state.ts';
import type { Stroke } from '../../client/press.ts';
import type { JsonObject } from '../../core/json.ts';
import { labelIn } from '../../core/reviews/kinds/labels.ts';
import type { SelectionPayload } from './schema.ts';
import { choicesIn } from './words.ts';

export const selection: KindTerminal = {
  flags: {
    ask: {
      name: 'select',
      about: 'ask for a choice from a list',
      define: (command) =>
        command
          .option('--option <id:label>', 'item of the list (repeatable)', collect)
          .option('--multi', 'allow more than one choice')
          .addHelpText(
            'after',
            '\nExample:\n  $ inbox ask select "Which region?" -c deploys --option eu:Europe --option us:America',
          ),
      default: { takes: 'option', flags: (option) => ({ option }) },
      payload: ({ option, multi }: { option?: string[]; multi?: boolean }) => ({
        ...(option ? { items: eachOf('--option', option, toItem, ({ id }) => id) } : {}),
        ...(multi ? { mode: 'multi' } : {}),
      }),
      check({ items, options }) {
        if (!isEmpty(items ?? options)) return;
        throw new UsageError('At least one --option is required, such as --option eu:Europe');
      },
    },
    takes: 'one of its options',
    usage: (payload) => {
      const repeatable = payload.mode === 'multi' ? ' (repeatable)' : '';
      return `--option ID${repeatable}${namedOptions(choicesIn(payload))}`;
    },
    answer(payload, { option }) {
      if (!option) return undefined;
      const selectedIds = option.map((one) => chosen(choicesIn(payload), one));
      if (payload.mode !== 'multi' && selectedIds.length > 1) {
        throw new UsageError('This question takes one --option');
      }
      const twice = selectedIds.find((id, at) => selectedIds.indexOf(id) !== at);
      if (twice !== undefined) throw new UsageError(`--option: “${twice}” is given twice`);
      return { selectedIds };
    },
    print: ({ selectedIds }) => (Array.isArray(selectedIds) ? selectedIds.join('\n') : undefined),
  },
  prompts: {
    async answer(ask, { payload }) {
      const { mode, items } = payload as SelectionPayload;
      const choices = items.map(({ id, description }, at) => ({
        value: id,
        label: labelIn(items, 'id', id),
        hint: description,
        key: mode === 'single' ? numberKey(at) : undefined,
      }));
      if (mode === 'single') return { selectedIds: [await ask.one('Your choice', choices)] };
      return { selectedIds: await ask.many('Your choice', choices) };
    },
  },
  view: {
    listed({ items, options }) {
      const list = listOf(items ?? options);
      return list.map((item) => ({ id: shownId(item.id), label: onOneLine(wordsFor(item, list)) }));
    },
    written: () => [],
    choices(state, payload) {
      const { items, mode } = typed(payload);
      const { picked } = state.draft;
      const isMulti = mode === 'multi';
      const lines = items.slice(0, withKeys(items.length)).map((item, at) => {
        const box = isMulti ? (picked.includes(item.id) ? '[x] ' : '[ ] ') : '';
        return { key: keyAt(at, items.length), text: `${box}${wordsFor(item, items)}` };
      });
      const picking = isMulti ? pickingParts(picked.length, items.length) : [];
      return [...lines, ...searchPart(items.length, lines.length), ...picking];
    },
    hints(payload) {
      const { items, mode } = typed(payload);
      const keys = keysFrom(items.length);
      if (mode === 'multi') return [`${keys} pick`, '* all', 'Enter send'];
      const search = items.length > withKeys(items.length) ? 'Enter search' : 'Enter list';
      return [`${keys} answer`, search];
    },
    isToggle(payload, key) {
      const { items, mode } = typed(payload);
      return mode === 'multi' && (key === '*' || placeOfKey(key, items.length) >= 0);
    },
    press: choose,
    enter(state, message, stroke) {
      const { picked } = state.draft;
      if (picked.length === 0) return undefined;
      return give(state, message, { selectedIds: picked }, stroke);
    },
  },
};

/** `id` or `id:label`; a label may have colons. */
function toItem(text: string) {
  const [id = '', ...label] = partsOf(text);
  mustBeNamed('--option', id);
  return { id, label: label.join(':') || id };
}

type Items = SelectionPayload['items'];

function wordsFor({ id, description }: Items[number], items: Items): string {
  const label = labelIn(items, 'id', id);
  return description ? `${label} — ${description}` : label;
}

const typed = (payload: JsonObject) => payload as SelectionPayload;

const listOf = (items: unknown) =>
  Array.isArray(items) ? (items as SelectionPayload['items']) : [];

function pickingParts(picked: number, count: number): Part[] {
  const all = { key: '*', text: picked === count ? 'pick none' : `pick all ${count}`, count: 0 };
  if (picked > 0)
    return [all, { key: '↵', text: `send the ${picked} picked`, style: 'green', count: 0 }];
  return count > withKeys(count)
    ? [all]
    : [all, { text: 'pick at least one, then Enter', count: 0 }];
}

function choose(state: State, message: Asked, stroke: Stroke): Pressed {
  const { key } = stroke;
  const { items, mode } = typed(message.review.payload);
  if (key === '*' && mode === 'multi') return { state: pickAll(state, items, stroke) };
  const item = items[placeOfKey(key, items.length)];
  if (!item) return { state: noSuch(state, key) };
  if (!isDrawn(state, key)) {
    const way = state.draft.picked.length > 0 ? 'Tab' : 'Enter';
    return { state: said(state, `“${labelIn(items, 'id', item.id)}” is not in view (${way})`) };
  }
  if (mode === 'single') return give(state, message, { selectedIds: [item.id] }, stroke);
  const { picked } = state.draft;
  const isPicked = picked.includes(item.id);
  const now = isPicked ? picked.filter((id) => id !== item.id) : [...picked, item.id];
  return { state: pick(state, now, stroke) };
}

/** Selects all items, or none if all are selected. */
function pickAll(state: State, items: SelectionPayload['items'], stroke: Stroke): State {
  const isAll = state.draft.picked.length === items.length;
  return pick(state, isAll ? [] : items.map(({ id }) => id), stroke);
}

function pick(state: State, picked: string[], { key, at }: Stroke): State {
  const before = { key, at, picked: state.draft.picked };
  return { ...state, draft: { ...state.draft, picked, before } };
}
