import { Button, Textarea } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { Choice } from '../../../core/reviews/kinds/kind-words.ts';
import { keyOfNumber, MOST_NUMBERED } from '../../../dashboard/keys/names.ts';
import type { Bindings } from '../../../dashboard/keys/scopes.ts';
import { useKeys } from '../../../dashboard/keys/use-keys.tsx';
import { Key } from '../../../dashboard/look/parts.tsx';
import { useArmed } from '../../../dashboard/reviews/armed.ts';
import { ChoiceBar } from '../../../dashboard/reviews/choice-bar.tsx';
import { CommentField } from '../../../dashboard/reviews/comment-field.tsx';
import { useDraft } from '../../../dashboard/reviews/drafts.ts';
import type { AnswerProps } from '../../../dashboard/reviews/kind.ts';
import { OptionButton } from '../../../dashboard/reviews/option-button.tsx';
import { Options } from '../../../dashboard/reviews/options.tsx';
import { SubjectParts } from '../../../dashboard/reviews/subject.tsx';
import type { PermissionPayload } from '../schema.ts';
import { choicesIn, differenceOf, inputFrom, textsOf } from '../words.ts';

/** The texts are those that were changed. */
type Draft = { message: string; texts: Record<string, string> | null };
const nothing: Draft = { message: '', texts: null };

export default function PermissionAnswer({ message, sending, active, isReady }: AnswerProps) {
  const { input, editable } = message.review.payload as PermissionPayload;
  const choices = choicesIn(message.review.payload);
  const [draft, setDraft] = useDraft(message.id, nothing);
  const [isWriting, setIsWriting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<HTMLDivElement>(null);
  const { isArmed, armedAs, press } = useArmed();
  const edit = useMemo(
    () => (draft.texts === null ? null : inputFrom(input, draft.texts)),
    [input, draft.texts],
  );
  const change = useMemo(() => (edit ? differenceOf(input, edit.input) : []), [input, edit]);
  const isEdited = change.length > 0 || (edit?.wrong.length ?? 0) > 0;
  const answers = ({ id }: Choice) => `${message.id} ${id}`;

  const choose = (choice: Choice, by: string) => {
    if (choice.isLasting && !press(answers(choice), by)) return;
    const changed = choice.meaning === 'allow' && isEdited;
    if (changed && edit && edit.wrong.length > 0) {
      editor.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    const said = draft.message.trim() === '' ? {} : { message: draft.message };
    const given = changed ? { input: edit?.input } : {};
    sending.send({ ...choice.answer, ...given, ...said }, { isSure: !changed });
  };
  const open = () => setDraft((now) => ({ ...now, texts: now.texts ?? textsOf(input) }));
  useKeys('Answer', {
    ...(isReady && keysOf(choices, choose, answers)),
    ...(active && { c: ['Message', () => field.current?.focus()] }),
    ...(active && editable && { i: ['Edit the input', open] }),
  });

  return (
    <>
      {editable && draft.texts === null && (
        <Button
          className="permission-edit"
          variant="default"
          size="xs"
          rightSection={active && <Key>i</Key>}
          onClick={open}
        >
          Edit the input
        </Button>
      )}
      {draft.texts !== null && (
        <div ref={editor} className="permission-editor">
          {Object.entries(draft.texts).map(([name, text]) => (
            <Textarea
              key={name}
              className="permission-field"
              label={name === '' ? 'Input' : name}
              autosize={text.length <= LONG}
              minRows={1}
              maxRows={18}
              rows={text.length <= LONG ? undefined : 18}
              spellCheck={false}
              autoFocus={name === Object.keys(draft.texts ?? {})[0]}
              value={text}
              error={edit?.wrong.includes(name) && 'Enter valid JSON'}
              onChange={({ currentTarget: { value } }) =>
                setDraft((now) => ({ ...now, texts: { ...now.texts, [name]: value } }))
              }
              onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
            />
          ))}
          {change.length > 0 && <p className="meta">You change:</p>}
          <SubjectParts parts={change} />
          <Button
            className="permission-edit"
            variant="default"
            size="xs"
            onClick={() => setDraft((now) => ({ ...now, texts: null }))}
          >
            Discard the changes
          </Button>
        </div>
      )}
      <ChoiceBar>
        <CommentField
          field={field}
          active={active}
          words="Message to the agent"
          text={draft.message}
          onChange={(message) => setDraft((now) => ({ ...now, message }))}
          isWriting={isWriting}
          onWriting={setIsWriting}
        />
        <Options says={isArmed && 'This also decides later questions. Press again to confirm.'}>
          {choices.map((choice, index) => (
            <OptionButton
              key={choice.id}
              answers={answers(choice)}
              label={
                choice.meaning === 'allow' && isEdited
                  ? `${choice.label}, with your changes`
                  : choice.label
              }
              look={lookOf(choice)}
              keys={active ? capsOf(choice, index) : []}
              isTwice={choice.isLasting === true}
              armed={armedAs(answers(choice))}
              isSending={sending.isSending}
              onPress={(by) => choose(choice, by)}
            />
          ))}
        </Options>
      </ChoiceBar>
    </>
  );
}

/** A longer text is not measured with each key. */
const LONG = 20_000;

function lookOf({ id, meaning }: Choice) {
  if (meaning === 'deny') return 'danger';
  return id === 'allow' ? 'primary' : 'secondary';
}

/** Returns the keys of a choice: its number, `a` for allow, `r` for deny. */
function capsOf({ id }: Choice, index: number): string[] {
  return [
    ...(index < MOST_NUMBERED ? [keyOfNumber(index + 1)] : []),
    ...(id === 'allow' ? ['a'] : []),
    ...(id === 'deny' ? ['r'] : []),
  ];
}

const keysOf = (
  choices: Choice[],
  choose: (choice: Choice, by: string) => void,
  answers: (choice: Choice) => string,
): Bindings =>
  Object.fromEntries(
    choices.flatMap((choice, index) =>
      capsOf(choice, index).map((key) => [
        key,
        [choice.label, (by: string) => choose(choice, by), answers(choice)],
      ]),
    ),
  );
