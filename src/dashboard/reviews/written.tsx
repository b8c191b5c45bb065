import { Button, CopyButton } from '@mantine/core';
import { useReducer } from 'react';
import { useMe } from '../data/session.ts';
import { forgetDraft, writtenDraft } from './drafts.ts';

/** Shows what the person had written for a question that ended without it. */
export function Written({ id }: { id: string }) {
  const me = useMe().id;
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const text = writtenDraft(me, id);
  if (text === '') return null;
  const discard = () => {
    forgetDraft(me, id);
    look();
  };
  return (
    <section className="written" aria-label="Your unsent text">
      <p className="meta">Your text was not sent.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the keys */}
      <pre className="written-text" tabIndex={0}>
        {text}
      </pre>
      <div className="buttons">
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" size="xs" onClick={discard}>
          Discard
        </Button>
      </div>
    </section>
  );
}
