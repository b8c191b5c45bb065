/** Finds faults in the layout of a page, at its current size. */
import type { Page } from 'playwright-core';

/**
 * Returns a line for each fault: a document that scrolls, a text that is cut, squeezed into a column
 * of single letters or covered by another, a control that can't be reached.
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

  /** A whole page scrolls up and down only. */
  function ofPage(element: Element): string[] {
    const wide = element.scrollWidth - element.clientWidth;
    const isPage =
      /auto|scroll/.test(getComputedStyle(element).overflowX) && element.querySelector('h1');
    return isPage && wide > 1 ? [`scrolls ${wide} px to the side: ${named(element)}`] : [];
  }

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

  /** Only read aloud: it or a part around it is clipped away. */
  function isHidden(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (isClipped(getComputedStyle(at))) return true;
    }
    return false;
  }

  /** The lines of the text that an element has itself, as boxes. */
  function linesOf(element: Element): DOMRect[] {
    const range = document.createRange();
    const texts = [...element.childNodes].filter(
      ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
    );
    const boxes = texts.flatMap((text) => {
      range.selectNodeContents(text);
      return [...range.getClientRects()];
    });
    return boxes.filter((box) => box.width > 1 && box.height > 1);
  }

  /** Words that are broken into lines of a letter or two. */
  function ofColumn(element: Element): string[] {
    if (isHidden(element)) return [];
    const lines = linesOf(element);
    const tops = new Set(lines.map(({ top }) => Math.round(top)));
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const letters = own.map(({ textContent }) => textContent?.replace(/\s+/g, '') ?? '').join('');
    return tops.size > 2 && letters.length / tops.size < 2.5
      ? [`${letters.length} letters in ${tops.size} lines: ${named(element)}`]
      : [];
  }

  /** The part of a box that neither its element nor an ancestor cuts off; null if nothing is left of it. */
  function seenPart(element: Element, { left, top, right, bottom }: DOMRect) {
    const seen = {
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(width, right),
      bottom: Math.min(height, bottom),
    };
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const box = at.getBoundingClientRect();
      seen.left = Math.max(seen.left, box.left);
      seen.top = Math.max(seen.top, box.top);
      seen.right = Math.min(seen.right, box.right);
      seen.bottom = Math.min(seen.bottom, box.bottom);
    }
    return seen.right - seen.left > 2 && seen.bottom - seen.top > 2 ? seen : null;
  }

  /** Parts that are meant to lie over others: bars, dialogs, a search, what is held in place while scrolling. */
  function isAbove(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (
        /fixed|sticky/.test(getComputedStyle(at).position) ||
        at.matches('[role="dialog"], search')
      ) {
        return true;
      }
    }
    return false;
  }

  /** Finds what covers the middle of a box, if it is neither the element nor around or inside it. */
  function coverOf(element: Element, box: DOMRect): Element | null {
    const seen = seenPart(element, box);
    if (seen === null) return null;
    const [x, y] = [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2];
    const there = document.elementFromPoint(x, y);
    const isOwn = (one: Element) => element.contains(one) || one.contains(element);
    if (there === null || isOwn(there) || isAbove(there)) return null;
    // The link of a row is stretched over all of it, and shows nothing there.
    const own = there.getBoundingClientRect();
    if (x < own.left || x > own.right || y < own.top || y > own.bottom) return null;
    // A field hides behind its label, and a label belongs to its field.
    return there.closest('label')?.contains(element) ? null : there;
  }

  /** A text of which another part lies on top. */
  function ofCover(element: Element): string[] {
    if (!isSeen(element) || isHidden(element)) return [];
    if (getComputedStyle(element).pointerEvents === 'none') return [];
    const [line] = linesOf(element);
    const cover = line && coverOf(element, line);
    return cover ? [`covered: ${named(element)} by ${named(cover)}`] : [];
  }

  const CONTROLS =
    'button, a[href], input, select, textarea, summary, [role="switch"], [tabindex="0"]';

  /** Scrolled into view, a control is in the window, not cut to less than half, and nothing is on it. */
  function ofControl(control: Element): string[] {
    if (!isSeen(control) || isClipped(getComputedStyle(control))) return [];
    const opacity = Number(getComputedStyle(control).opacity);
    if (opacity === 0) return [];
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = control.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return [];
    const seen = seenPart(control, box);
    const area = seen === null ? 0 : (seen.right - seen.left) * (seen.bottom - seen.top);
    const whole = Math.min(box.width, width) * Math.min(box.height, height);
    if (seen === null || area < whole / 2) return [`can't be reached: ${named(control)}`];
    const cover = coverOf(control, box);
    return cover ? [`covered: ${named(control)} by ${named(cover)}`] : [];
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
  const dialog = document.querySelector('[role="dialog"]');
  const isOpen = dialog === null;
  // Behind a dialog everything is covered.
  const inFront = all.filter((element) => isOpen || dialog.contains(element));
  const choices = bars.flatMap((bar) => [...bar.querySelectorAll('.review-option')]);
  return [
    ...ofDocument(),
    ...bars.flatMap(ofBar),
    ...(isOpen ? choices.flatMap(ofChoice) : []),
    ...all.flatMap(ofText),
    ...all.flatMap(ofPage),
    ...all.filter(({ children }) => children.length === 0).flatMap(ofEdge),
    ...all.filter(isSeen).flatMap(ofColumn),
    ...inFront.flatMap(ofCover),
    ...inFront.filter((element) => element.matches(CONTROLS)).flatMap(ofControl),
  ];
}
