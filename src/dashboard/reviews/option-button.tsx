import { Button } from '@mantine/core';
import { signOf } from '../keys/help.tsx';
import { Key } from '../look/parts.tsx';
import type { Arming } from './armed.ts';
import { usePress } from './press.ts';

type Props = {
  /** The choice that it makes, and of which question. */
  answers: string;
  label: string;
  look?: 'primary' | 'secondary' | 'danger' | 'ghost' | undefined;
  /** Its keys, printed where they work. */
  keys: string[];
  /** Whether it takes two presses at all, so that there is room to say so. */
  isTwice?: boolean;
  armed?: Arming;
  isSending: boolean;
  onPress: (by: string) => void;
};

/** One answer that is given by one press, or by two. */
export function OptionButton({ label, look = 'secondary', keys, isTwice, ...rest }: Props) {
  const { answers, armed, isSending, onPress } = rest;
  const press = usePress({ answers, label, isSending, onPress });
  return (
    <Button
      className="review-option"
      data-look={look}
      data-armed={armed && (armed.isSure ? 'sure' : 'soon')}
      {...press}
    >
      <bdi>{label}</bdi>
      <span className="review-aside">
        {isTwice && (
          <span className="review-again" aria-hidden={!armed}>
            press {armed?.by ? <Key>{signOf(armed.by)}</Key> : null} again
          </span>
        )}
        <span className="review-keys" aria-hidden={armed !== undefined}>
          {keys.map((key) => (
            <Key key={key}>{signOf(key)}</Key>
          ))}
        </span>
      </span>
    </Button>
  );
}
