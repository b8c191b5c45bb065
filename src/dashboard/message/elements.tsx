/** What Markdown is drawn with: links that lead out, code, and what is wider than the page. */
import { useClipboard } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import type { Components } from 'react-markdown';
import { Check, Copy } from '../look/icons.tsx';

const LINKS = ['http:', 'https:', 'mailto:'];

/** The address of a link that leads out of the inbox; empty for any other. */
export function safeLink(url: string): string {
  return URL.canParse(url) && LINKS.includes(new URL(url).protocol) ? url : '';
}

type LinkProps = { href?: string | undefined; children?: ReactNode };

const OutLink = ({ href, children }: LinkProps) =>
  href ? (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );

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
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => copy(code.current?.textContent ?? '')}
      >
        {copied ? <Check size={14} /> : <Copy size={14} />}
      </button>
    </div>
  );
}

export const elements: Components = {
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
