/** The page's elements. Texts of agents are only ever text nodes. */
import { fewHidden, partsForView, visible } from '../../core/letters.ts';
import { drawableParts } from '../../core/messages/markdown.ts';
import { plainParts } from '../../core/messages/plain.ts';

type Part = Node | string | null;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...parts: Part[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...parts.filter((part) => part !== null).flatMap(seen));
  return made;
}

/** Sets off the name of each letter that would not be seen. */
const seen = (part: Node | string): (Node | string)[] | Node =>
  typeof part === 'string'
    ? partsForView(part).map((one) =>
        typeof one === 'string' ? one : element('span', { className: 'hidden-letter' }, one.hidden),
      )
    : part;

/** A long text as it is, in elements that are each cheap to draw. */
export const asDrawn = (text: string): Node[] =>
  drawableParts(fewHidden(text)).map((part) => element('span', {}, part));

/** A text of an agent: its code as code, all else as it is. */
export function laidOut(markdown: string): Node[] {
  const drawn: Node[] = [];
  let prose: (Node | string)[] = [];
  const endProse = () => {
    const made = element('p', { className: 'decide-text', dir: 'auto' }, ...prose);
    // Empty lines beside code: elements have space between them anyway.
    made.normalize();
    const { firstChild, lastChild } = made;
    if (firstChild instanceof Text) firstChild.data = firstChild.data.replace(/^\n+/, '');
    if (lastChild instanceof Text) lastChild.data = lastChild.data.trimEnd();
    if (made.textContent?.trim()) drawn.push(made);
    prose = [];
  };
  for (const { is, text } of plainParts(markdown)) {
    if (is === 'prose') prose.push(text);
    else if (is === 'code') prose.push(element('code', { dir: 'ltr' }, text));
    else {
      endProse();
      drawn.push(element('pre', { dir: 'ltr' }, element('code', {}, text)));
    }
  }
  endProse();
  return drawn;
}

/** Replaces the page, and names the window after its heading. */
export function show(title: string, ...parts: Part[]): void {
  const heading = element('h1', { dir: 'auto', tabIndex: -1 }, title);
  document.title = `${visible(title)} · Inbox`;
  document
    .getElementById('decide')
    ?.replaceChildren(heading, ...parts.filter((part) => part !== null));
}

/** Lets a screen reader read what replaced the page. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('#decide h1')?.focus();

export const linkTo = (href: string, label: string) =>
  element('p', {}, element('a', { href }, label));

export const button = (className: string, label: string, press: () => void) => {
  const made = element('button', { type: 'button', className, dir: 'auto' }, label);
  made.addEventListener('click', (event) => {
    // Scanners of mail run scripts that click buttons.
    if (event.isTrusted) press();
  });
  return made;
};

/** Has the browser save bytes as a file. */
export function saveAs(name: string, bytes: Blob): void {
  const href = URL.createObjectURL(bytes);
  element('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
