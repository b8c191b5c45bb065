import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Issue } from '../../../core/errors.ts';
import { useKeys } from '../../../dashboard/keys/use-keys.tsx';
import { Key } from '../../../dashboard/look/parts.tsx';
import { AnswerForm } from '../../../dashboard/reviews/answer-form.tsx';
import { issuesOf } from '../../../dashboard/reviews/check.ts';
import { useDraft } from '../../../dashboard/reviews/drafts.ts';
import type { AnswerProps } from '../../../dashboard/reviews/kind.ts';
import { type Field, type FormPayload, readTyped } from '../schema.ts';
import { amountOf, shownFields } from '../words.ts';
import { FormField } from './field.tsx';
import { firstValues, isEmpty, type Values, withoutSecrets } from './field-values.ts';

/** A longer form shows its required fields, and the others on request. */
const SHORT = 6;

export default function Form(props: AnswerProps) {
  const { fields } = props.message.review.payload as FormPayload;
  return <Fields {...props} fields={fields} toResponse={(values) => values} />;
}

type FieldsProps = AnswerProps & {
  fields: Field[];
  /** Makes the response from the fields. */
  toResponse: (values: Values) => Values;
  /** Shown below the fields, given the response they would send. */
  aside?: (response: Values) => ReactNode;
};

/** Fields that are checked as the person leaves them, and all of them before sending. */
export function Fields({ fields: written, toResponse, aside, ...props }: FieldsProps) {
  const fields = useMemo(() => shownFields(written), [written]);
  const { message, sending, active } = props;
  const [values, setValues] = useDraft<Values>(message.id, firstValues(fields), (all) =>
    withoutSecrets(fields, all),
  );
  const form = useRef<HTMLFormElement>(null);
  const { left, leave, onPointerDown } = useTouchedFields();
  const [hasTried, setHasTried] = useState(false);
  const [isWhole, setIsWhole] = useState(fields.length <= SHORT);
  const first = firstValues(fields);
  const isEdited = fields.some(({ name }) => values[name] !== first[name]);

  const issues = issuesOf(message.review, toResponse(values));
  const issuesShown = issues.length > 0 ? issues : sending.issues;
  // A value that is sent is shown: only an empty field may fold.
  const isHidden = (field: Field) =>
    !isWhole && !field.required && isEmpty(field, values) && !issuesShown.some(isOf(field));
  const shown = fields.filter((field) => !isHidden(field));
  const wrongAt = (field: Field) => {
    const issue = hasTried || left.has(field.name) ? issuesShown.find(isOf(field)) : undefined;
    return issue && wrongIn(field, values[field.name], issue.message);
  };
  const elsewhere = issuesShown.filter((one) => !fields.some((field) => isOf(field)(one)));

  const send = () => {
    setHasTried(true);
    if (issues.length === 0) return sending.send(toResponse(values));
    requestAnimationFrame(() => firstInput(form.current, '[aria-invalid="true"]')?.focus());
  };
  const showAll = () => {
    setIsWhole(true);
    return () => setIsWhole(false);
  };
  useKeys('Answer', {
    ...(active && { Enter: ['Fill in', () => firstInput(form.current)?.focus()] }),
    ...(active && !isWhole && { e: ['Show all fields', showAll] }),
  });

  return (
    <AnswerForm
      answer={props}
      onSend={send}
      isEdited={isEdited}
      ref={form}
      noValidate
      onPointerDown={onPointerDown}
    >
      {shown.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={values[field.name]}
          wrong={wrongAt(field)}
          onChange={(value) => setValues((others) => ({ ...others, [field.name]: value }))}
          onLeave={() => leave(field.name)}
        />
      ))}
      {shown.length < fields.length && (
        <Button variant="default" className="review-more" onClick={() => setIsWhole(true)}>
          Show all {fields.length} fields {active && <Key>e</Key>}
        </Button>
      )}
      {hasTried &&
        elsewhere.map(({ path, message: wrong }) => (
          <p key={`${path} ${wrong}`} className="review-wrong" role="alert">
            {wrong}
          </p>
        ))}
      {aside?.(toResponse(values))}
    </AnswerForm>
  );
}

const isOf = (field: Field) => (issue: Issue) => issue.path[0] === field.name;

const firstInput = (form: HTMLElement | null, which = '') =>
  form?.querySelector<HTMLElement>(
    ['input', 'select', 'textarea'].map((tag) => `${tag}${which}:not([type="hidden"])`).join(),
  );

/**
 * Returns the fields that the person has left, whose faults are shown. Waits while a press that
 * left one is under way: the messages would move what is being pressed.
 */
function useTouchedFields() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const isPressed = useRef(false);
  const mark = (name: string) => setLeft((others) => new Set([...others, name]));
  const afterPress = (act: () => void) =>
    window.addEventListener('pointerup', () => requestAnimationFrame(act), { once: true });

  return {
    left,
    leave: (name: string) => (isPressed.current ? afterPress(() => mark(name)) : mark(name)),
    onPointerDown: () => {
      isPressed.current = true;
      afterPress(() => {
        isPressed.current = false;
      });
    },
  };
}

/**
 * Describes what is wrong with a field, as a person would say it.
 * @param message the server's message, used if there is none for people
 */
export function wrongIn(field: Field, value: unknown, message: string): string {
  const { type, min = -Infinity, max = Infinity } = field;
  const isEmpty = value === '' || value === null || value === undefined;
  if (type === 'select') return `Choose ${named(field.label)}`;
  if (isEmpty || type === 'date' || type === 'time' || type === 'datetime') {
    return expected[type] ?? message;
  }
  if (type === 'number' || type === 'range') {
    const read = readTyped(field, String(value));
    if ('wrong' in read) return read.wrong;
    if (read.value > max) return `At most ${amountOf(field, max)}`;
    if (read.value < min) return `At least ${amountOf(field, min)}`;
  }
  return examples[type] ?? message;
}

const examples: Partial<Record<Field['type'], string>> = {
  email: 'Enter an e-mail address, such as ana@example.com',
  url: 'Enter a link, such as https://example.com',
  number: 'Enter a number',
};

const expected: Partial<Record<Field['type'], string>> = {
  ...examples,
  range: 'Choose a number',
  date: 'Enter a date',
  time: 'Enter a time',
  datetime: 'Enter a date and a time',
};

/** Returns `a reason` for `Reason`; `an option` for a label that is longer than two words, or plural. */
function named(label: string): string {
  if (!/^[A-Za-z][a-z]*( [a-z]+)?$/.test(label) || label.endsWith('s')) return 'an option';
  const word = label.toLowerCase();
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
