/** The elements of Markdown: external links, code, and what is wider than the page. */
import type { ReactNode } from 'react';
import type { Components } from 'react-markdown';
import { CodeBlock } from './code-block.tsx';
import { Scroller } from './scroller.tsx';

const LINKS = ['http:', 'https:', 'mailto:'];

/** Returns the address of an external link; empty for any other. */
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

export const elements: Components = {
  a: ({ href, children }) => <OutLink href={href}>{children}</OutLink>,
  // Loading an image would reveal to another host who reads, and when.
  img: ({ src, alt }) => (
    <OutLink href={typeof src === 'string' ? src : ''}>image: {alt || 'no description'}</OutLink>
  ),
  // The page has its own first heading.
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  // The line break after it is already shown.
  br: () => null,
  input: ({ checked }) => <span className="markdown-task">{checked ? '☑' : '☐'} </span>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <Scroller name="Table">
      <table>{children}</table>
    </Scroller>
  ),
};
