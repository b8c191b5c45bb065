import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { labelIn } from '../../core/reviews/kinds/labels.ts';
import { keyOfNumber, MOST_NUMBERED } from '../../dashboard/keys/names.ts';
import type { Binding } from '../../dashboard/keys/scopes.ts';
import { useKeys } from '../../dashboard/keys/use-keys.tsx';
import { hasWords } from '../../dashboard/look/has-words.ts';
import { Search } from '../../dashboard/look/icons.tsx';
import { Key } from '../../dashboard/look/parts.tsx';
import { AnswerForm } from '../../dashboard/reviews/answer-form.tsx';
import { useDraft } from '../../dashboard/reviews/drafts.ts';
import { numbersTo } from '../../dashboard/reviews/hints.ts';
import type { AnsweredProps, AnswerProps, Renderer } from '../../dashboard/reviews/kind.ts';
import { usePress } from '../../dashboard/reviews/press.ts';
import type { Sending } from '../../dashboard/reviews/sending.tsx';
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
          active={active}
          words={words}
          onWords={setWords}
          onFound={onFound}
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
            <Picked key={item.id} name={message.id} isMulti {...row} onPick={() => pick(item.id)} />
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

/** Keeps which items are chosen, and sends them: one when it is chosen, several afterwards. */
function useChosen(messageId: string, items: readonly Item[], sending: Sending) {
  const [chosen, setChosen] = useDraft<string[]>(messageId, []);
  /** Whether the person sent with none chosen. */
  const [isEmpty, setIsEmpty] = useState(false);

  const sendOne = (id: string) => {
    setChosen([id]);
    sending.send({ selectedIds: [id] }, { isSure: true });
  };
  const pick = (id: string) => {
    setIsEmpty(false);
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
    return () => setChosen(chosen);
  };
  const send = () => {
    // In the order of the items, not in the order of the presses.
    const selectedIds = items.map(({ id }) => id).filter((id) => chosen.includes(id));
    if (selectedIds.length === 0) return setIsEmpty(true);
    sending.send({ selectedIds }, { isSure: true });
  };
  return { chosen, isEmpty, pick, sendOne, send };
}

type FilterProps = {
  field: RefObject<HTMLInputElement | null>;
  /** The number of items, found or not. */
  count: number;
  active: boolean;
  words: string;
  onWords: (words: string) => void;
  /** Called on Enter, with text in the field. */
  onFound: () => void;
};

/** A field that filters a long list of items. */
const ItemFilter = ({ field, count, active, words, onWords, onFound }: FilterProps) => (
  <TextInput
    ref={field}
    type="search"
    aria-label="Filter items"
    placeholder={`Filter ${count} items`}
    leftSection={<Search size={15} />}
    rightSection={active && words === '' && <Key>f</Key>}
    value={words}
    onChange={(event) => onWords(event.currentTarget.value)}
    onKeyDown={(event) => onFilterKey(event, onFound)}
  />
);

/** Enter goes to the first item found, or picks it; Escape empties the filter, then leaves it. */
function onFilterKey(event: KeyboardEvent<HTMLInputElement>, onFound: () => void): void {
  if (event.ctrlKey || event.metaKey) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    if (event.currentTarget.value !== '' && !event.repeat) onFound();
  }
  if (event.key === 'Escape' && event.currentTarget.value === '') event.currentTarget.blur();
}

type Item = SelectionPayload['items'][number];

type RowProps = {
  item: Item;
  /** The label that people see. */
  label: string;
  number: number | null;
  isChosen: boolean;
};

type OneProps = RowProps & { answers: string; isSending: boolean; onPress: () => void };

/** An item of a list of which one is chosen: a press on it is the answer. */
export function OneOf({ item, label, number, isChosen, ...pressed }: OneProps) {
  const press = usePress({ label, ...pressed });
  return (
    <button type="button" className="review-item" data-chosen={isChosen || undefined} {...press}>
      <Words item={item} label={label} />
      {number !== null && <Key>{number}</Key>}
    </button>
  );
}

type PickProps = RowProps & { name: string; isMulti: boolean; onPick: () => void };

/** An item that is picked first, and sent afterwards with what else was picked. */
export const Picked = ({ item, label, name, number, isMulti, isChosen, onPick }: PickProps) => (
  <label className="review-item">
    <input type={isMulti ? 'checkbox' : 'radio'} name={name} checked={isChosen} onChange={onPick} />
    <Words item={item} label={label} />
    {number !== null && <Key>{number}</Key>}
  </label>
);

const Words = ({ item, label }: { item: Item; label: string }) => (
  <span className="review-item-words">
    <bdi>{label}</bdi>
    {item.description && <span className="meta">{item.description}</span>}
  </span>
);

type CountProps = { hasFound: boolean; count: string | null; isEmpty: boolean };

/** Says beside the buttons how many are chosen, or that none is. */
const ChosenCount = ({ hasFound, count, isEmpty }: CountProps) => (
  <>
    <p className="meta" role="status">
      {!hasFound && 'No matching items. '}
      {count}
    </p>
    {isEmpty && (
      <p id="nothing-chosen" className="review-wrong" role="alert">
        Choose at least one
      </p>
    )}
  </>
);
