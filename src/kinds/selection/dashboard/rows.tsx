/** The items of a selection, each with its number. */

import { Key } from '../../../dashboard/look/parts.tsx';
import { usePress } from '../../../dashboard/reviews/press.ts';
import type { SelectionPayload } from '../schema.ts';

export type Item = SelectionPayload['items'][number];

type OneProps = {
  item: Item;
  /** As it is shown. */
  label: string;
  answers: string;
  number: number | null;
  isChosen: boolean;
  isSending: boolean;
  onPress: () => void;
};

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

type ManyProps = Pick<OneProps, 'item' | 'label' | 'number' | 'isChosen'> & {
  name: string;
  onPick: () => void;
};

export const SomeOf = ({ item, label, name, number, isChosen, onPick }: ManyProps) => (
  <label className="review-item">
    <input type="checkbox" name={name} checked={isChosen} onChange={onPick} />
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
export const ChosenCount = ({ hasFound, count, isEmpty }: CountProps) => (
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
