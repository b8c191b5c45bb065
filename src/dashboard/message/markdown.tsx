/** A text that an agent or a person wrote: shown, never run; nothing is loaded from elsewhere. */
import { Button } from '@mantine/core';
import { memo, useState } from 'react';
import { AsWritten } from './as-written.tsx';
import { parse, parsed } from './parsed.tsx';

type Props = {
  text: string;
  /** Whether another text stands there soon, as while somebody writes: it is not worth keeping. */
  isPassing?: boolean;
};

/** A longer text is shown from its beginning until one asks for the rest. */
const AT_ONCE = 50_000;

/** @param text Markdown as GitHub knows it; a new line stays one. */
export const Markdown = memo(({ text, isPassing = false }: Props) => {
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : text.slice(0, AT_ONCE);
  return (
    <div className="markdown" dir="auto">
      <AsWritten text={shown}>
        <Parsed text={shown} isPassing={isPassing} />
      </AsWritten>
      {shown.length < text.length && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          Show all of {Math.round(text.length / 1000).toLocaleString()},000 characters
        </Button>
      )}
    </div>
  );
});
Markdown.displayName = 'Markdown';

const Parsed = ({ text, isPassing }: Required<Props>) => (isPassing ? parse(text) : parsed(text));
