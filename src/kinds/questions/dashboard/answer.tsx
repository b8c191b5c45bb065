import { PasswordInput, Textarea } from '@mantine/core';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { isBlank } from '../../../core/letters.ts';
import { labelIn } from '../../../core/reviews/kinds/labels.ts';
import { keyOfNumber, MOST_NUMBERED } from '../../../dashboard/keys/names.ts';
import type { Binding } from '../../../dashboard/keys/scopes.ts';
import { useKeys } from '../../../dashboard/keys/use-keys.tsx';
import { AnswerForm } from '../../../dashboard/reviews/answer-form.tsx';
import { issuesOf } from '../../../dashboard/reviews/check.ts';
import { useDraft } from '../../../dashboard/reviews/drafts.ts';
import type { AnswerProps } from '../../../dashboard/reviews/kind.ts';
import { OneOf, Picked } from '../../selection/dashboard.tsx';
import type { QuestionsPayload } from '../schema.ts';
import { isTitle, type Question } from '../words.ts';

/** An answer to a question, as far as it is given. */
type Draft = { selected: string[]; other: string };
type Drafts = Record<string, Draft>;
const NOTHING: Draft = { selected: [], other: '' };

/** An option of an only question is sent when it is pressed; all else is picked and written first, and then sent. */
export default function Questions(props: AnswerProps) {
  const { message, sending, active, isReady } = props;
  const payload = message.review.payload as QuestionsPayload;
  const { questions } = payload;
  const [drafts, setDrafts] = useDraft<Drafts>(message.id, {}, (all) =>
    withoutSecrets(questions, all),
  );
  const [hasTried, setHasTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const ids = useId();
  const isPressed = questions.length === 1 && questions[0]?.multiple === false;
  const isWritten = questions.some(({ other }) => other);

  const draftOf = ({ id }: Question): Draft => (Object.hasOwn(drafts, id) && drafts[id]) || NOTHING;
  const change = ({ id }: Question, draft: Draft) => setDrafts((all) => ({ ...all, [id]: draft }));
  const response = {
    answers: Object.fromEntries(
      questions.map((asked) => [asked.id, givenBy(asked, draftOf(asked))]),
    ),
  };
  const issues = issuesOf(message.review, response);
  const issuesShown = issues.length > 0 ? issues : sending.issues;
  const wrongAt = ({ id }: Question) =>
    hasTried ? issuesShown.find(({ path }) => path[1] === id)?.message : undefined;

  const answers = (asked: Question, option: string) => `${message.id} ${asked.id} ${option}`;
  const sendOne = (asked: Question, option: string) => {
    const { other } = draftOf(asked);
    change(asked, { selected: [option], other });
    if (!isBlank(other)) return setHasTried(true);
    sending.send({ answers: { [asked.id]: { selected: [option] } } }, { isSure: true });
  };
  const pick = (asked: Question, option: string) => {
    change(asked, picked(asked, draftOf(asked), option));
    return () => setDrafts(drafts);
  };
  const send = () => {
    setHasTried(true);
    if (issues.length === 0) return sending.send(response, { isSure: !isWritten });
    requestAnimationFrame(() => firstInput(form.current, '[data-wrong]')?.focus());
  };

  const options = questions.flatMap((asked) =>
    (asked.options ?? []).map(({ id }) => ({ asked, id, label: labelIn(asked.options, 'id', id) })),
  );
  const numberOf = (asked: Question, option: string) => {
    const at = options.findIndex((one) => one.asked === asked && one.id === option);
    return active && at < MOST_NUMBERED ? at + 1 : null;
  };
  const numbered = options.slice(0, MOST_NUMBERED).map(({ asked, id, label }, at) => {
    const binding: Binding = isPressed
      ? [label, () => sendOne(asked, id), answers(asked, id)]
      : [label, () => pick(asked, id)];
    return [keyOfNumber(at + 1), binding];
  });
  const fillIn = () => firstInput(form.current, '[data-unanswered]')?.focus();
  useKeys('Answer', {
    ...(isReady && Object.fromEntries(numbered)),
    ...(active && isWritten && { Enter: ['Write', fillIn] }),
  });

  return (
    <AnswerForm
      answer={props}
      onSend={isPressed && !isWritten ? null : send}
      byEnter={!isWritten}
      isEdited={questions.map(draftOf).some(isPressed ? isText : isBegun)}
      ref={form}
      noValidate
    >
      {questions.map((asked, at) => {
        const draft = draftOf(asked);
        const wrong = wrongAt(asked);
        return (
          <fieldset
            key={asked.id}
            className="asked-question"
            data-unanswered={isBegun(draft) ? undefined : ''}
            data-wrong={wrong === undefined ? undefined : ''}
            aria-describedby={wrong === undefined ? undefined : `${ids}${at}`}
          >
            <legend className={isTitle(payload, asked) ? 'unseen' : 'asked-words'}>
              {asked.header !== undefined && <span className="meta">{asked.header}</span>}
              <bdi>{asked.question}</bdi>
            </legend>
            {asked.options && (
              <div className="review-items">
                {asked.options.map((option) => {
                  const row = {
                    item: option,
                    label: labelIn(asked.options, 'id', option.id),
                    number: numberOf(asked, option.id),
                    isChosen: draft.selected.includes(option.id),
                  };
                  return isPressed ? (
                    <OneOf
                      key={option.id}
                      {...row}
                      answers={answers(asked, option.id)}
                      isSending={sending.isSending}
                      onPress={() => sendOne(asked, option.id)}
                    />
                  ) : (
                    <Picked
                      key={option.id}
                      {...row}
                      name={`${message.id} ${asked.id}`}
                      isMulti={asked.multiple}
                      onPick={() => pick(asked, option.id)}
                    />
                  );
                })}
              </div>
            )}
            {asked.other && (
              <Written
                asked={asked}
                text={draft.other}
                isWrong={wrong !== undefined}
                onChange={(other) => change(asked, written(asked, draft, other))}
              />
            )}
            {wrong !== undefined && (
              <p id={`${ids}${at}`} className="review-wrong" role="alert">
                {wrong}
              </p>
            )}
          </fieldset>
        );
      })}
    </AnswerForm>
  );
}

type WrittenProps = {
  asked: Question;
  text: string;
  isWrong: boolean;
  onChange: (text: string) => void;
};

/** A field for an answer that is none of the options. */
function Written({ asked, text, isWrong, onChange }: WrittenProps) {
  const words = asked.options ? 'Another answer' : 'Your answer';
  const field = {
    'aria-label': `${words}: ${asked.question}`,
    placeholder: words,
    value: text,
    error: isWrong,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape') event.currentTarget.blur();
    },
  };
  if (!asked.secret) return <Textarea {...field} autosize minRows={1} maxRows={12} />;
  return (
    <PasswordInput
      {...field}
      // Browsers ignore "off", and would offer an agent the person's own password.
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide' }}
    />
  );
}

const isText = ({ other }: Draft): boolean => !isBlank(other);
const isBegun = (draft: Draft): boolean => draft.selected.length > 0 || isText(draft);

/** The text stays: whether it or the option is the answer is for the person to say. */
function picked({ multiple }: Question, { selected, other }: Draft, option: string): Draft {
  if (!multiple) return { selected: [option], other };
  const isPicked = selected.includes(option);
  return {
    selected: isPicked ? selected.filter((id) => id !== option) : [...selected, option],
    other,
  };
}

/** A text is an answer of its own, unless several are taken. */
const written = ({ multiple }: Question, { selected }: Draft, other: string): Draft => ({
  selected: multiple || isBlank(other) ? selected : [],
  other,
});

/** In the order of the options, not in the order of the presses. */
const givenBy = ({ options = [] }: Question, { selected, other }: Draft) => ({
  selected: options.map(({ id }) => id).filter((id) => selected.includes(id)),
  ...(isBlank(other) ? {} : { other }),
});

/** Secrets are stored nowhere but at the agent. */
const withoutSecrets = (questions: Question[], drafts: Drafts): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).filter(([id]) => !questions.some((one) => one.id === id && one.secret)),
  );

const firstInput = (form: HTMLElement | null, which: string) =>
  form?.querySelector<HTMLElement>(
    ['input', 'textarea', 'button'].map((tag) => `${which} ${tag}:not([type="hidden"])`).join(),
  );
