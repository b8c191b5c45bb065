/**
 * Keeps the keys of an input method from everything on the page: an Enter or Escape that ends or cancels a
 * composition neither sends nor closes anything. Call it before any other listener exists. The default stays, so
 * that the input method gets its keys.
 */
export function keepCompositions(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (isComposing(event)) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

/** Safari reports the Enter that ends a composition after its end, with this code. */
const PROCESSED = 229;

const isComposing = ({ isComposing, keyCode }: KeyboardEvent) =>
  isComposing || keyCode === PROCESSED;
