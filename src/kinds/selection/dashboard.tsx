import { useRef, useState } from 'react';
import { labelIn } from '../../core/reviews/kinds/labels.ts';
import { keyOfNumber, MOST_NUMBERED } from '../../dashboard/keys/names.ts';
import type { Binding } from '../../dashboard/keys/scopes.ts';
import { useKeys } from '../../dashboard/keys/use-keys.tsx';
import { hasWords } from '../../dashboard/look/has-words.ts';
import { AnswerForm } from '../../dashboard/reviews/answer-form.tsx';
import { numbersTo } from '../../dashboard/reviews/hints.ts';
import type { AnsweredProps, AnswerProps, Renderer } from '../../dashboard/reviews/kind.ts';
import { ItemFilter } from './dashboard/filter.tsx';
import { ChosenCount, type Item, OneOf, SomeOf } from './dashboard/rows.tsx';
import { useChosen } from './dashboard/use-chosen.ts';
import type { SelectionPayload } from './schema.ts';

/** A longer list has a filter. */
const SEEN_AT_ONCE = 8;

export const selection: Renderer = {
  Answer,
  Answered,
  hints({ items, mode }) {
    const numbers = numbersTo(Array.isArray(items) ? items.length : 0);
    if (mode !== 'multi') return [[numbers, 'answer']];
    return [
      [numbers, 'pick'],
      [['Enter'], 'send'],
    ];
  },
};

/** One of the items, sent when chosen; or several, chosen first and then sent. */
function Answer(props: AnswerProps) {
  const { message, sending, active, isReady } = props;
  const { items, mode } = message.review.payload as SelectionPayload;
  const { chosen, isEmpty, pick, sendOne, send } = useChosen(message.id, items, sending);
  const [words, setWords] = useState('');
  const rows = useRef<HTMLFieldSetElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const isMulti = mode === 'multi';
  const labelOf = ({ id }: Item) => labelIn(items, 'id', id);
  const shown = items.filter((item) =>
    hasWords(`${labelOf(item)} ${item.description ?? ''}`, words),
  );

  const answers = ({ id }: Item) => `${message.id} ${id}`;
  const bindingOf = (item: Item): Binding =>
    isMulti
      ? [labelOf(item), () => pick(item.id)]
      : [labelOf(item), () => sendOne(item.id), answers(item)];
  const numbered = shown
    .slice(0, MOST_NUMBERED)
    .map((item, index) => [keyOfNumber(index + 1), bindingOf(item)]);
  useKeys('Answer', {
    ...(isReady && Object.fromEntries(numbered)),
    ...(active && items.length > SEEN_AT_ONCE && { f: ['Filter', () => filter.current?.focus()] }),
  });
  const onFound = () => {
    if (isMulti && shown[0]) pick(shown[0].id);
    else rows.current?.querySelector('button')?.focus();
  };

  return (
    <AnswerForm
      answer={props}
      onSend={isMulti ? send : null}
      byEnter
      isEdited={isMulti && chosen.length > 0}
      beside={
        <ChosenCount
          hasFound={shown.length > 0}
          count={isMulti ? `${chosen.length} of ${items.length} chosen` : null}
          isEmpty={isEmpty}
        />
      }
    >
      {items.length > SEEN_AT_ONCE && (
        <ItemFilter
          field={filter}
          count={items.length}
          {...{ active, words, onFound }}
          onWords={setWords}
        />
      )}
      <fieldset
        ref={rows}
        className="review-items"
        aria-describedby={isEmpty ? 'nothing-chosen' : undefined}
      >
        <legend className="unseen">{isMulti ? 'Choose one or more' : 'Choose one'}</legend>
        {shown.map((item, index) => {
          const row = {
            item,
            label: labelOf(item),
            isChosen: chosen.includes(item.id),
            number: active && index < MOST_NUMBERED ? index + 1 : null,
          };
          return isMulti ? (
            <SomeOf key={item.id} name={message.id} {...row} onPick={() => pick(item.id)} />
          ) : (
            <OneOf
              key={item.id}
              answers={answers(item)}
              isSending={sending.isSending}
              {...row}
              onPress={() => sendOne(item.id)}
            />
          );
        })}
      </fieldset>
    </AnswerForm>
  );
}

function Answered({ review, response }: AnsweredProps) {
  const { selectedIds } = response;
  return (
    <ul className="review-chosen">
      {Array.isArray(selectedIds) &&
        selectedIds.map((id) => (
          <li key={String(id)}>{labelIn(review.payload.items, 'id', id)}</li>
        ))}
    </ul>
  );
}
