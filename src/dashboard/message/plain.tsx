import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { drawable, plainStart } from '../../core/messages/markdown.ts';

type Props = {
  text: string;
  /** Why it is not laid out, as the end of a sentence. */
  why: string;
};

/** A text unchanged; of a long one the beginning, until the rest is requested. */
export function Plain({ text, why }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? text : plainStart(text);
  const drawn = useMemo(() => drawable(shown), [shown]);
  return (
    <div className="markdown" dir="auto">
      <p className="meta">Shown as plain text: {why}.</p>
      <p className="markdown-plain">{drawn}</p>
      {shown.length < text.length && (
        <div className="markdown-rest">
          <span className="meta">Only the start is shown.</span>
          <Button variant="default" size="xs" onClick={() => setIsWhole(true)}>
            Show all {text.length.toLocaleString()} characters
          </Button>
        </div>
      )}
    </div>
  );
}
