/** A text that an agent or a person wrote: shown, never run; nothing is loaded from elsewhere. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { memo, type ReactNode, useRef, useState } from 'react';
import Parsed, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Check, Copy } from '../look/icons.tsx';
import { AsWritten } from './as-written.tsx';

/** A longer text is shown from its beginning until one asks for the rest. */
const AT_ONCE = 50_000;

/** Quotes and lists within each other beyond all sense: drawing them would exhaust the stack. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d+[.)](?=[ \t]))){60}/m;

/** @param text Markdown as GitHub knows it; a new line stays one. */
export const Markdown = memo(({ text }: { text: string }) => {
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : text.slice(0, AT_ONCE);
  return (
    <div className="markdown" dir="auto">
      <AsWritten key={shown} text={shown}>
        {TOO_DEEP.test(shown) ? (
          <p>{shown}</p>
        ) : (
          <Parsed remarkPlugins={plugins} components={components} urlTransform={safeLink}>
            {shown}
          </Parsed>
        )}
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

const plugins = [remarkGfm];
const LINKS = ['http:', 'https:', 'mailto:'];

/** The address of a link that leads out of the inbox; empty for any other. */
export function safeLink(url: string): string {
  return URL.canParse(url) && LINKS.includes(new URL(url).protocol) ? url : '';
}

type LinkProps = { href?: string | undefined; children?: ReactNode };

export const OutLink = ({ href, children }: LinkProps) =>
  href ? (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );

const components: Components = {
  a: ({ href, children }) => <OutLink href={href}>{children}</OutLink>,
  // A picture of another host would tell it who reads, and when.
  img: ({ src, alt }) => (
    <OutLink href={typeof src === 'string' ? src : ''}>image: {alt || 'without words'}</OutLink>
  ),
  // The page has its own first and second heading.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  // The line break that follows is shown already.
  br: () => null,
  input: ({ checked }) => <span className="markdown-task">{checked ? '☑' : '☐'} </span>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <Scroller name="Table">
      <table>{children}</table>
    </Scroller>
  ),
};

/** Long lines scroll inside of it; the keyboard reaches it for that. */
export const Scroller = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys too
  <section className="scroller" aria-label={name} tabIndex={0}>
    {children}
  </section>
);

/** Code as it stands, with a button that copies it. */
export function CodeBlock({ children }: { children: ReactNode }) {
  const code = useRef<HTMLPreElement>(null);
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const label = copied ? 'Copied' : 'Copy the code';
  return (
    <div className="code-block">
      <Scroller name="Code">
        <pre ref={code}>{children}</pre>
      </Scroller>
      <Tooltip label={label} withArrow>
        <ActionIcon
          variant="default"
          size={26}
          aria-label={label}
          onClick={() => copy(code.current?.textContent ?? '')}
        >
          {copied ? <Check size={14} /> : <Copy size={14} />}
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
