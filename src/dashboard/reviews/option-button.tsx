import { Button } from '@mantine/core';
import { signOf } from '../keys/help.tsx';
import { Key } from '../look/parts.tsx';
import type { Arming } from './armed.ts';
import { usePress } from './press.ts';

type Props = {
  /** Identifies the choice that it makes, and the question. */
  answers: string;
  label: string;
  description?: string | undefined;
  look?: 'primary' | 'secondary' | 'danger' | 'ghost' | undefined;
  /** The keys that press it, while they work; the last is shown. */
  keys: string[];
  /** Whether it may ask for a second press, and needs room to say so. */
  isTwice?: boolean;
  armed?: Arming;
  isSending: boolean;
  onPress: (by: string) => void;
};

/** A button that answers with one press, or with two. */
export function OptionButton({ label, look = 'secondary', keys, isTwice, ...rest }: Props) {
  const { description, answers, armed, isSending, onPress } = rest;
  const press = usePress({ answers, label, isSending, onPress });
  return (
    <Button
      className="review-option"
      data-look={look}
      data-armed={armed && (armed.isSure ? 'sure' : 'soon')}
      {...press}
    >
      <span>
        <bdi>{label}</bdi>
        {description !== undefined && <span className="review-about">{description}</span>}
      </span>
      <span className="review-aside">
        {isTwice && (
          <span className="review-again" aria-hidden={!armed}>
            press {armed?.by ? <Key>{signOf(armed.by)}</Key> : null} again
          </span>
        )}
        <span className="review-keys" aria-hidden={armed !== undefined}>
          {keys.map((key, at) => (
            <span key={key} className={at < keys.length - 1 ? 'unseen' : undefined}>
              <Key>{signOf(key)}</Key>
            </span>
          ))}
        </span>
      </span>
    </Button>
  );
}
