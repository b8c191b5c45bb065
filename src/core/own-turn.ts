let last = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller of this shares. Work in many steps, of
 * which several may run at the same time, does one step in each turn.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}

/** Reading this many bytes, and making JSON of them, takes a few milliseconds. */
export const TURN_BYTES = 128 * 1024;
/** The bytes of the steps of this turn of the event loop. */
let taken = 0;
/** Steps that this turn had no room for: while there are any, the next turn is under way. */
const waiting: { bytes: number; begin: () => void }[] = [];

/**
 * Before a step that handles this many bytes: resolves in this turn of the event loop if it has room,
 * and otherwise in a later one, in order. So a short list costs no turn, and many that are asked for
 * together don't hold the loop together.
 */
export function turnFor(bytes: number): Promise<void> {
  return new Promise((begin) => {
    if (waiting.length > 0 || !hasRoom(bytes)) waiting.push({ bytes, begin });
    else take(bytes, begin);
  });
}

const hasRoom = (bytes: number) => taken === 0 || taken + bytes <= TURN_BYTES;

function take(bytes: number, begin: () => void): void {
  if (taken === 0) setImmediate(startTurn);
  taken += bytes;
  begin();
}

function startTurn(): void {
  taken = 0;
  for (let next = waiting[0]; next && hasRoom(next.bytes); next = waiting[0]) {
    waiting.shift();
    take(next.bytes, next.begin);
  }
}
