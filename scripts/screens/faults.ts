/** Finds faults in the layout of a page, at its current size. */
import type { Page } from 'playwright-core';

/**
 * Returns a line for each fault: a document that scrolls, a text that is cut, a choice that can't
 * be reached.
 */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(faultsInPage);

/** Runs in the page, so it may use nothing from outside of itself. */
function faultsInPage(): string[] {
  const { innerWidth: width, innerHeight: height } = window;
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.closest('.unseen, .sr-only, .skip, [aria-hidden="true"]') === null;
  const isClipped = ({ clipPath }: CSSStyleDeclaration) => clipPath !== 'none';

  function ofDocument(): string[] {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [
      scrollHeight > height ? [`the document is ${scrollHeight - height} px too tall`] : [],
      scrollWidth > width ? [`the document is ${scrollWidth - width} px too wide`] : [],
    ].flat();
  }

  function ofText(element: Element): string[] {
    const style = getComputedStyle(element);
    if (isClipped(style) || !isSeen(element) || !element.textContent?.trim()) return [];
    const isHidden = (way: string) => way === 'hidden' || way === 'clip';
    const wide = element.scrollWidth - element.clientWidth;
    const tall = element.scrollHeight - element.clientHeight;
    const hasEllipsis = style.textOverflow === 'ellipsis' || element instanceof HTMLInputElement;
    const isLine = element.closest('.cut, .mantine-Button-root') !== null;
    return [
      isHidden(style.overflowX) && wide > 1 && !hasEllipsis
        ? [`cut by ${wide} px at the side: ${named(element)}`]
        : [],
      isHidden(style.overflowY) && tall > 1 && (isLine || !hasEllipsis) && !isAround(element)
        ? [`cut by ${tall} px below: ${named(element)}`]
        : [],
    ].flat();
  }

  /** Whether all cut parts are inside a part that scrolls. */
  const isAround = ({ firstElementChild: part, clientHeight }: Element) =>
    part !== null &&
    /auto|scroll/.test(getComputedStyle(part).overflowY) &&
    part.clientHeight <= clientHeight;

  /** Letters outside of the window that cannot be scrolled into view. */
  function ofEdge(element: Element): string[] {
    const { right, left } = element.getBoundingClientRect();
    if ((right <= width + 1 && left >= -1) || !isSeen(element)) return [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX !== 'visible' || isClipped(style)) return [];
    }
    return [`out of the window: ${named(element)}`];
  }

  function ofChoice(choice: Element): string[] {
    choice.scrollIntoView({ block: 'nearest' });
    const { left, top, right, bottom } = choice.getBoundingClientRect();
    if (left < 0 || top < 0 || right > width || bottom > height) {
      return [`not in view: ${named(choice)} at ${Math.round(bottom)} of ${height} px`];
    }
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return there && choice.contains(there)
      ? []
      : [`covered: ${named(choice)} by ${there && named(there)}`];
  }

  /** For the bar alone: its position must not depend on how far the question has been scrolled. */
  function ofBar(bar: Element): string[] {
    const { top, bottom } = bar.getBoundingClientRect();
    const isIn = top >= 0 && bottom <= height + 1;
    return isIn ? [] : [`the choices end at ${Math.round(bottom)} of ${height} px`];
  }

  const all = [...document.querySelectorAll('body *:not(svg, svg *, script, style)')];
  const bars = [...document.querySelectorAll('.question .choice-bar')];
  const isOpen = document.querySelector('[role="dialog"]') === null;
  const choices = bars.flatMap((bar) => [...bar.querySelectorAll('.review-option')]);
  return [
    ...ofDocument(),
    ...bars.flatMap(ofBar),
    ...(isOpen ? choices.flatMap(ofChoice) : []),
    ...all.flatMap(ofText),
    ...all.filter(({ children }) => children.length === 0).flatMap(ofEdge),
  ];
}
