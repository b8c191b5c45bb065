/** The page's elements. Texts of agents are only ever text nodes. */
import { partsOf, visible } from '../../core/letters.ts';

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
    ? partsOf(part).map((one) =>
        typeof one === 'string' ? one : element('span', { className: 'hidden-letter' }, one.hidden),
      )
    : part;

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
