/** A text by an agent or a person: shown, never executed; nothing is loaded from elsewhere. */
import { memo } from 'react';
import { whyPlain } from '../../core/messages/markdown.ts';
import { AsWritten } from './as-written.tsx';
import { parse, parsed } from './parsed.tsx';
import { Plain } from './plain.tsx';

type Props = {
  text: string;
  /** Whether the text will change soon, as for a draft: it is not cached then. */
  isPassing?: boolean;
};

/**
 * @param text GitHub's Markdown; line breaks are kept.
 */
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
