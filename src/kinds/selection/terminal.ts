import { UsageError } from '../../cli/errors.ts';
import {
  chosen,
  itemWords,
  listView,
  namedOptions,
  numberKey,
  shownId,
} from '../../cli/kinds/choices.ts';
import type { KindTerminal } from '../../cli/kinds/kind.ts';
import { eachOf, isEmpty, mustBeNamed, partsOf } from '../../cli/kinds/short-form.ts';
import { collect } from '../../cli/options.ts';
import { onOneLine } from '../../cli/output.ts';
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
      return list.map((item) => ({
        id: shownId(item.id),
        label: onOneLine(itemWords(item, list)),
      }));
    },
    written: () => [],
    ...listView((payload) => {
      const { items, mode } = typed(payload);
      return { items, isMulti: mode === 'multi', answer: (selectedIds) => ({ selectedIds }) };
    }),
  },
};

/** `id` or `id:label`; a label may have colons. */
function toItem(text: string) {
  const [id = '', ...label] = partsOf(text);
  mustBeNamed('--option', id);
  return { id, label: label.join(':') || id };
}

const typed = (payload: JsonObject) => payload as SelectionPayload;

const listOf = (items: unknown) =>
  Array.isArray(items) ? (items as SelectionPayload['items']) : [];
