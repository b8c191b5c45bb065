import type { JsonObject } from '../../../core/json.ts';
import {
  goingOnOption,
  type Option,
  optionStyles,
} from '../../../core/reviews/kinds/approval/options.ts';
import { UsageError } from '../../errors.ts';
import { collect } from '../../options.ts';
import type { KindFlags } from '../kind-flags.ts';
import { chosen, namedOptions } from '../option-flag.ts';
import { eachOf, mustBeNamed, partsOf } from '../short-form.ts';

const TYPE = 'approval';

export const approval: KindFlags = {
  ask: {
    name: 'approve',
    about: 'ask for a decision: by default, approve or reject',
    define: (command) =>
      command
        .option(
          '--option <id:label:style>',
          'option (repeatable); write \\: for a colon in the label',
          collect,
        )
        .option('--comment', 'allow a comment')
        .addHelpText(
          'after',
          '\nExample:\n  $ inbox ask approve "Deploy 1.4.2?" -c deploys --wait',
        ),
    default: { takes: 'option', flags: (option) => ({ option }) },
    payload: ({ option, comment }: { option?: string[]; comment?: boolean }) => ({
      ...(option ? { options: eachOf('--option', option, toOption, ({ id }) => id) } : {}),
      ...(comment ? { allowComment: true } : {}),
    }),
  },
  takes: 'one of its options',
  usage: (payload) => `--option ID${namedOptions({ type: TYPE, payload })}`,
  answer(payload, { option, comment }) {
    if (!option) return undefined;
    if (option.length > 1) throw new UsageError('An approval takes one --option');
    if (comment !== undefined && payload.allowComment !== true) {
      throw new UsageError('This question takes no comment');
    }
    const selectedOption = chosen({ type: TYPE, payload }, option[0] ?? '');
    return { selectedOption, ...(comment === undefined ? {} : { comment }) };
  },
  print: ({ selectedOption }) => String(selectedOption),
  goesOn: ({ selectedOption }, payload) => selectedOption === goingOn(payload)?.id,
};

const goingOn = ({ options }: JsonObject) => goingOnOption(options as Option[]);

/** `id`, `id:label` or `id:label:style`; `\:` is a colon of the label. */
function toOption(text: string) {
  const [id = '', label, style, ...rest] = partsOf(text);
  mustBeNamed('--option', id);
  if (style === undefined) return withStyle(id, label);
  const known = optionStyles.find((one) => one === style);
  if (!known || rest.length > 0) {
    const wrong = rest.length > 0 ? rest.at(-1) : style;
    const styles = optionStyles.join(', ');
    const colon = 'A colon in a label is written \\:';
    throw new UsageError(`--option: unknown style “${wrong}”; use ${styles}. ${colon}`);
  }
  return { id, label: label || id, style: known };
}

/** `yes:primary` is an option whose label is its id. */
function withStyle(id: string, label: string | undefined) {
  const style = optionStyles.find((one) => one === label);
  return style ? { id, label: id, style } : { id, label: label || id };
}
