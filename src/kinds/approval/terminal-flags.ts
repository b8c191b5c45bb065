import { exit, UsageError } from '../../cli/errors.ts';
import type { KindFlags } from '../../cli/kinds/kind-flags.ts';
import { choicesOf, chosen, inWords, namedOptions } from '../../cli/kinds/option-flag.ts';
import { eachOf, mustBeNamed, partsOf } from '../../cli/kinds/short-form.ts';
import { collect } from '../../cli/options.ts';
import type { JsonObject } from '../../core/json.ts';
import {
  approvingOption,
  decisions,
  type Option,
  optionStyles,
  refusingOption,
} from './options.ts';

const TYPE = 'approval';

export const approval: KindFlags = {
  ask: {
    name: 'approve',
    about: 'ask for a decision: by default, approve or reject',
    define: (command) =>
      command
        .option(
          '--option <id:label:style:decision>',
          'option (repeatable); decision is allow or deny; style may be empty; write \\: for a colon in the label',
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
    unclear: unclearIn,
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
  optionFor(way, { options }) {
    const option = way === 'approve' ? approvingOption : refusingOption;
    return option(options as Option[])?.id;
  },
  print: ({ selectedOption }) => String(selectedOption),
};

/** `id:label:style:decision`, of which only the id is required; `\\:` is a colon in one of them. */
function toOption(text: string): Option {
  const [id = '', label, style, decision, ...rest] = partsOf(text);
  mustBeNamed('--option', id);
  // `yes:primary` is an option whose label is its id.
  const isShort = style === undefined && optionStyles.some((one) => one === label);
  if (isShort) return { id, label: id, style: oneOf('style', optionStyles, label) };
  if (rest.length > 0) {
    throw new UsageError(`--option: “${text}” has more than four parts. ${COLON}`);
  }
  if (decisions.some((one) => one === style)) {
    throw new UsageError(
      `--option: the decision is the fourth part: ${id}:${label}::${style}. ${COLON}`,
    );
  }
  return {
    id,
    label: label || id,
    style: oneOf('style', optionStyles, style),
    decision: oneOf('decision', decisions, decision),
  };
}

const COLON = 'A colon in a label is written \\:';

function oneOf<Word extends string>(
  name: 'style' | 'decision',
  words: readonly Word[],
  given: string | undefined,
): Word | undefined {
  const known = words.find((word) => word === given);
  if (known || !given) return known;
  throw new UsageError(`--option: unknown ${name} “${given}”; use ${words.join(', ')}. ${COLON}`);
}

/** Names the options whose choice is exit code 5 though they may have been meant as the yes. */
function unclearIn(payload: JsonObject): string | undefined {
  const unclear = choicesOf({ type: TYPE, payload }).filter(({ meaning }) => meaning === 'neither');
  if (unclear.length === 0) return undefined;
  const code = `exit code ${exit.notApproved} when one is chosen`;
  return `Neither approving nor refusing (${code}): ${inWords(unclear)}. To say what one means, use --option id:label:style:allow or --option id:label:style:deny (the style may be empty), or "decision" in a payload.`;
}
