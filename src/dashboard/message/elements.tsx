/** The elements of Markdown: external links, code, and what is wider than the page. */
import type { ReactNode } from 'react';
import type { Components } from 'react-markdown';
import { hostOf } from '../../core/hosts.ts';
import { CodeBlock } from './code-block.tsx';
import { Scroller } from './scroller.tsx';

const LINKS = ['http:', 'https:', 'mailto:'];

/** Returns the address of an external link; empty for any other. */
export function safeLink(url: string): string {
  return URL.canParse(url) && LINKS.includes(new URL(url).protocol) ? url : '';
}

type LinkProps = { href?: string | undefined; children?: ReactNode };

function OutLink({ href, children }: LinkProps) {
  if (!href) return <span>{children}</span>;
  const place = placeOf(href);
  return (
    <>
      <a href={href} title={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
      {!leadsThere(wordsOf(children), href, place) && (
        <span className="markdown-place" dir="ltr">
          {' '}
          ({place})
        </span>
      )}
    </>
  );
}

/** Where a link leads, as people know it: a host, or an address of e-mail. */
const placeOf = (href: string) =>
  href.startsWith('mailto:') ? new URL(href).pathname : hostOf(href);

/** Returns whether the words of a link are its address, with or without the beginning. */
function leadsThere(words: string, href: string, place: string): boolean {
  const rest = (address: string) => address.replace(/^[a-z]+:(?:\/\/)?/i, '');
  const address = URL.canParse(words) ? words : `http://${words}`;
  if (words === place) return true;
  if (!words.toLowerCase().includes(place) || !URL.canParse(address)) return false;
  return rest(new URL(address).href) === rest(new URL(href).href);
}

const wordsOf = (children: ReactNode): string =>
  [children].flat().every((one) => typeof one === 'string') ? [children].flat().join('') : '';

export const elements: Components = {
  a: ({ href, children }) => <OutLink href={href}>{children}</OutLink>,
  // Loading an image would reveal to another host who reads, and when.
  img: ({ src, alt }) => (
    <OutLink href={typeof src === 'string' ? src : ''}>image: {alt || 'no description'}</OutLink>
  ),
  // The page has its own first heading.
  h1: ({ children, dir }) => <h2 dir={dir}>{children}</h2>,
  h2: ({ children, dir }) => <h3 dir={dir}>{children}</h3>,
  h3: ({ children, dir }) => <h4 dir={dir}>{children}</h4>,
  h4: ({ children, dir }) => <h5 dir={dir}>{children}</h5>,
  h5: ({ children, dir }) => <h6 dir={dir}>{children}</h6>,
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
