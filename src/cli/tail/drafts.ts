import type { WriteStream } from 'node:tty';
import type { EventPayload } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { printable } from '../output.ts';

/** A long draft shows its end: what lies above the screen could not be drawn again. */
const SHOWN_ROWS = 6;
const ERASE_BELOW = '\u001b[J';

type Draft = { message: Message; head: string; text: string };

/** The drafts that grow, drawn in place at the foot of the terminal. */
export function createDrafts(out: WriteStream) {
  const drafts = new Map<string, Draft>();
  let drawnRows = 0;

  function erase(): string {
    const up = drawnRows > 0 ? `\u001b[${drawnRows}A` : '';
    drawnRows = 0;
    return `\r${up}${ERASE_BELOW}`;
  }

  function draw(): string {
    const rows = [...drafts.values()].flatMap((draft) => rowsOf(draft, out.columns));
    drawnRows = rows.length;
    return rows.map((row) => `${row}\n`).join('');
  }

  const above = (lines: string[]): void => {
    const text = lines.map((line) => `${line}\n`).join('');
    out.write(erase() + text + draw());
  };

  return {
    above,
    has: (id: string) => drafts.has(id),
    /** Shows the draft as it is now. */
    grow(message: Message, head: string): void {
      drafts.set(message.id, { message, head, text: printable(message.text ?? '') });
      out.write(erase() + draw());
    },
    /** Adds what came between two updates. */
    add({ channelId, streamId, delta }: EventPayload<'message:delta'>): void {
      const draft = [...drafts.values()].find(
        ({ message }) => message.channelId === channelId && message.streamId === streamId,
      );
      if (!draft) return;
      draft.text += printable(delta);
      out.write(erase() + draw());
    },
    /** Prints what is finished for good, above the drafts that still grow. */
    settle(id: string, lines: string[]): void {
      drafts.delete(id);
      above(lines);
    },
  };
}

function rowsOf({ head, text }: Draft, columns: number): string[] {
  const wrapped = Bun.wrapAnsi(`${head} ${text.trim()} …`, columns, { hard: true, trim: false });
  return wrapped.split('\n').slice(-SHOWN_ROWS);
}
