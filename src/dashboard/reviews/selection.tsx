import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { SelectionPayload } from '../../core/reviews/kinds/selection.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { hasWords } from '../look/has-words.ts';
import { Search } from '../look/icons.tsx';
import { Key } from '../look/parts.tsx';
import { AnswerForm } from './answer-form.tsx';
import { useDraft } from './drafts.ts';
import type { AnswerProps } from './kind.ts';

/** A longer list has a filter. */
const SEEN_AT_ONCE = 8;

export function Selection(props: AnswerProps) {
  const { message, sending, active, isReady } = props;
  const { items, mode } = message.review.payload as SelectionPayload;
  const [chosen, setChosen] = useDraft<string[]>(message.id, []);
  const [words, setWords] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const filter = useRef<HTMLInputElement>(null);
  const isMulti = mode === 'multi';
  const shown = items.filter(({ label, description = '' }) =>
    hasWords(`${label} ${description}`, words),
  );

  const pick = (id: string) => {
    setIsEmpty(false);
    if (!isMulti) return setChosen([id]);
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  const send = () => {
    // In the order of the items, whatever order they were picked in.
    const selectedIds = items.map(({ id }) => id).filter((id) => chosen.includes(id));
    if (selectedIds.length === 0) return setIsEmpty(true);
    sending.send({ selectedIds }, { isSure: true });
  };
  const numbered = shown
    .slice(0, 9)
    .map(({ id, label }, index) => [String(index + 1), [label, () => pick(id)]] as const);
  useKeys('Answer', {
    ...(isReady && Object.fromEntries(numbered)),
    ...(active && items.length > SEEN_AT_ONCE && { f: ['Filter', () => filter.current?.focus()] }),
  });

  return (
    <AnswerForm answer={props} onSend={send} byEnter>
      {items.length > SEEN_AT_ONCE && (
        <TextInput
          ref={filter}
          type="search"
          aria-label="Filter the items"
          placeholder={`Filter ${items.length} items`}
          leftSection={<Search size={15} />}
          rightSection={active && words === '' && <Key>f</Key>}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => onFilterKey(event, shown[0]?.id, pick)}
        />
      )}
      <fieldset className="review-items" aria-describedby={isEmpty ? 'nothing-chosen' : undefined}>
        <legend className="unseen">{isMulti ? 'Choose one or more' : 'Choose one'}</legend>
        {shown.map((item, index) => (
          <label key={item.id} className="review-item">
            <input
              type={isMulti ? 'checkbox' : 'radio'}
              name={message.id}
              checked={chosen.includes(item.id)}
              onChange={() => pick(item.id)}
            />
            <span className="review-item-words">
              <bdi>{item.label}</bdi>
              {item.description && <span className="meta">{item.description}</span>}
            </span>
            {active && index < 9 && <Key>{index + 1}</Key>}
          </label>
        ))}
      </fieldset>
      <p className="meta" role="status">
        {shown.length === 0 && 'Nothing like that. '}
        {isMulti && `${chosen.length} of ${items.length} chosen`}
      </p>
      {isEmpty && (
        <p id="nothing-chosen" className="review-wrong" role="alert">
          Choose {isMulti ? 'at least one' : 'one'}
        </p>
      )}
    </AnswerForm>
  );
}

/** Enter picks what was found; Escape empties the filter, then leaves it. */
function onFilterKey(
  event: KeyboardEvent<HTMLInputElement>,
  first: string | undefined,
  pick: (id: string) => void,
): void {
  if (event.ctrlKey || event.metaKey) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    if (first !== undefined && event.currentTarget.value !== '') pick(first);
  }
  if (event.key === 'Escape' && event.currentTarget.value === '') event.currentTarget.blur();
}
