/** The questions that a link asks together: options to pick, fields to write in, and one button that sends all. */
import type { DecisionQuestion } from '../../core/notify/decision-schema.ts';
import { button, element } from './draw.ts';

type Asked = DecisionQuestion['asked'][number];
type Given = { selected?: string[]; other?: string };

/** A question on the page. */
export type AskedPart = {
  node: HTMLElement;
  /** Whether something of it is to be picked or written. */
  isFilledIn: boolean;
  given: () => [id: string, Given];
  /** Shows what is wrong with its answer, or nothing. */
  refuse: (issues: { path: string[]; message: string }[]) => void;
  isRefused: () => boolean;
  focus: () => void;
};

/** @param hasButtons whether its options are the buttons below */
export function askedPart(
  asked: Asked,
  { title, hasButtons, place }: { title: string; hasButtons: boolean; place: number },
): AskedPart {
  const { id, header, question, options, multiple, other, secret } = asked;
  const picks = hasButtons
    ? []
    : options.map(() =>
        element('input', { type: multiple ? 'checkbox' : 'radio', name: `asked-${place}` }),
      );
  const field = other ? fieldFor(asked, secret) : null;
  const alert = element('p', { className: 'decide-alert', role: 'alert' });
  const rows = picks.map((pick, at) => {
    const { label = '', description = null } = options[at] ?? {};
    return element(
      'label',
      { className: 'decide-pick' },
      pick,
      element(
        'span',
        { dir: 'auto' },
        label,
        description === null ? null : element('span', { className: 'meta' }, description),
      ),
    );
  });
  // A text is an answer of its own, unless several are taken.
  field?.addEventListener('input', () => {
    if (multiple || field.value.trim() === '') return;
    for (const pick of picks) pick.checked = false;
  });
  const legend = element(
    'legend',
    { dir: 'auto' },
    header === null ? null : element('span', { className: 'meta' }, header),
    question,
  );
  return {
    node: element(
      'fieldset',
      { className: 'decide-asked' },
      question === title && header === null ? null : legend,
      ...rows,
      field,
      alert,
    ),
    isFilledIn: picks.length > 0 || field !== null,
    given() {
      const selected = options.flatMap((option, at) => (picks[at]?.checked ? [option.id] : []));
      const text = field?.value ?? '';
      return [
        id,
        {
          ...(selected.length > 0 ? { selected } : {}),
          ...(text.trim() === '' ? {} : { other: text }),
        },
      ];
    },
    refuse(issues) {
      alert.textContent = issues.find(({ path }) => path.includes(id))?.message ?? '';
    },
    isRefused: () => alert.textContent !== '',
    focus: () => (picks[0] ?? field)?.focus(),
  };
}

function fieldFor({ question, options }: Asked, isSecret: boolean) {
  const words = options.length > 0 ? 'Another answer' : 'Your answer';
  const shared = {
    className: 'decide-field',
    placeholder: words,
    ariaLabel: `${words}: ${question}`,
    dir: 'auto',
  };
  // Browsers ignore "off", and would offer an agent the person's own password.
  return isSecret
    ? element('input', { ...shared, type: 'password', autocomplete: 'new-password' })
    : element('textarea', { ...shared, rows: 2 });
}

/** The button that sends what was filled in, and what became of it. */
export function sendPart(
  parts: AskedPart[],
  { person }: DecisionQuestion,
  send: (response: { answers: Record<string, Given> }, alert: HTMLElement) => Promise<void>,
): HTMLElement {
  const alert = element('p', { className: 'decide-alert', role: 'alert' });
  const sends = button('decide-button', 'Send answer', () => {
    if (sends.ariaDisabled) return;
    sends.ariaDisabled = 'true';
    alert.textContent = '';
    void send({ answers: Object.fromEntries(parts.map(({ given }) => given())) }, alert).finally(
      () => {
        sends.ariaDisabled = null;
      },
    );
  });
  return element(
    'div',
    { className: 'decide-answer' },
    element('p', { className: 'soft', dir: 'auto' }, `You answer as ${person.name}.`),
    sends,
    alert,
  );
}
