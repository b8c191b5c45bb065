/** A text that an agent or a person wrote: shown, never run; nothing is loaded from elsewhere. */
import { memo } from 'react';
import { whyPlain } from '../../core/messages/markdown.ts';
import { AsWritten } from './as-written.tsx';
import { parse, parsed } from './parsed.tsx';
import { Plain } from './plain.tsx';

type Props = {
  text: string;
  /** Whether another text stands there soon, as while somebody writes: it is not worth keeping. */
  isPassing?: boolean;
};

/** @param text Markdown as GitHub knows it; a new line stays one. */
export const Markdown = memo(({ text, isPassing = false }: Props) => {
  const why = whyPlain(text);
  if (why !== null) return <Plain text={text} why={why} />;
  return (
    <div className="markdown" dir="auto">
      <AsWritten text={text}>
        <Parsed text={text} isPassing={isPassing} />
      </AsWritten>
    </div>
  );
});
Markdown.displayName = 'Markdown';

const Parsed = ({ text, isPassing }: Required<Props>) => (isPassing ? parse(text) : parsed(text));
