import { Textarea } from '@mantine/core';
import type { RefObject } from 'react';
import { Key } from '../look/parts.tsx';

const LONGEST_COMMENT = 10_000;

type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  active: boolean;
  /** The name of the field. */
  words: string;
  text: string;
  onChange: (text: string) => void;
  isWriting: boolean;
  onWriting: (isWriting: boolean) => void;
};

/** A text for the agent that goes with a choice; the key `c` leads to it. */
export const CommentField = ({
  field,
  active,
  words,
  text,
  onChange,
  isWriting,
  onWriting,
}: Props) => (
  <Textarea
    ref={field}
    className="review-comment"
    variant="unstyled"
    autosize
    minRows={1}
    maxRows={12}
    maxLength={LONGEST_COMMENT}
    aria-label={words}
    placeholder={words}
    rightSection={active && text === '' && !isWriting && <Key>c</Key>}
    value={text}
    onChange={(event) => onChange(event.currentTarget.value)}
    onFocus={() => onWriting(true)}
    onBlur={() => onWriting(false)}
    onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
  />
);
