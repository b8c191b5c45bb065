import { UsageError } from '../../cli/errors.ts';
import type { KindFlags } from '../../cli/kinds/kind-flags.ts';
import { chosen, namedOptions } from '../../cli/kinds/option-flag.ts';
import { eachOf, isEmpty, mustBeNamed, partsOf } from '../../cli/kinds/short-form.ts';
import { collect } from '../../cli/options.ts';

const TYPE = 'selection';

export const selection: KindFlags = {
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
    return `--option ID${repeatable}${namedOptions({ type: TYPE, payload })}`;
  },
  answer(payload, { option }) {
    if (!option) return undefined;
    const selectedIds = option.map((one) => chosen({ type: TYPE, payload }, one));
    if (payload.mode !== 'multi' && selectedIds.length > 1) {
      throw new UsageError('This question takes one --option');
    }
    const twice = selectedIds.find((id, at) => selectedIds.indexOf(id) !== at);
    if (twice !== undefined) throw new UsageError(`--option: “${twice}” is given twice`);
    return { selectedIds };
  },
  print: ({ selectedIds }) => (Array.isArray(selectedIds) ? selectedIds.join('\n') : undefined),
};

/** `id` or `id:label`; a label may have colons. */
function toItem(text: string) {
  const [id = '', ...label] = partsOf(text);
  mustBeNamed('--option', id);
  return { id, label: label.join(':') || id };
}
