import { Button } from '@mantine/core';
import { useState } from 'react';
import { plainStart } from '../../core/messages/markdown.ts';

type Props = {
  text: string;
  /** Why it is not laid out, as the end of a sentence. */
  why: string;
};

/** A text as it was written; a long one from its beginning until one asks for the rest. */
export function Plain({ text, why }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? text : plainStart(text);
  return (
    <div className="markdown" dir="auto">
      <p className="meta">Shown as plain text: {why}.</p>
      <p className="markdown-plain">{shown}</p>
      {shown.length < text.length && (
        <div className="markdown-rest">
          <span className="meta">This is the beginning.</span>
          <Button variant="default" size="xs" onClick={() => setIsWhole(true)}>
            Show all {text.length.toLocaleString()} characters
          </Button>
        </div>
      )}
    </div>
  );
}
