import { Button } from '@mantine/core';
import type { ApprovalPayload } from '../../core/reviews/kinds/approval.ts';
import { Key } from '../look/parts.tsx';

type Props = {
  label: string;
  look?: ApprovalPayload['options'][number]['style'];
  /** Its key, printed where it works. */
  number: number | null;
  /** Pressed once, of two times: a second press counts `soon`, or for `sure` now. */
  armed?: 'soon' | 'sure' | false;
  isSending: boolean;
  onPress: () => void;
};

/** One answer that is given by one press. */
export const OptionButton = ({
  label,
  look = 'secondary',
  number,
  armed = false,
  isSending,
  onPress,
}: Props) => (
  <Button
    className="review-option"
    data-look={look}
    data-armed={armed || undefined}
    aria-disabled={isSending || undefined}
    onClick={onPress}
  >
    <bdi>{label}</bdi>
    {armed && <span className="review-again">press again</span>}
    {number !== null && <Key>{number}</Key>}
  </Button>
);
