import type { WriteStream } from 'node:tty';
import type { EventPayload } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { terminalSize } from '../output.ts';
import { forScreen, rowsOf } from './lines.ts';

/** A long draft shows its beginning and end. */
const SHOWN_ROWS = 6;
const ERASE_BELOW = '\u001b[J';
/** If a terminal measures a character differently, the row is cut and stays one row. */
const WRAP_OFF = '\u001b[?7l';
const WRAP_ON = '\u001b[?7h';

type Draft = { message: Message; head: string; text: string };

/** Draws growing drafts in place at the foot of the terminal. */
export function createDrafts(out: WriteStream) {
  const drafts = new Map<string, Draft>();
  let drawn: string[] = [];
  out.on('resize', () => out.write(erase() + draw()));

  function erase(): string {
    const { columns } = terminalSize(out);
    const rows = drawn.reduce((sum, row) => sum + rowsTaken(row, columns), 0);
    drawn = [];
    return rows > 0 ? `\r\u001b[${rows}A${ERASE_BELOW}` : '';
  }

  /** Never higher than the screen: rows above it could not be redrawn. */
  function draw(): string {
    const { rows } = terminalSize(out);
    drawn = [...drafts.values()].flatMap(shownRows).slice(1 - Math.max(2, rows));
    return drawn.length > 0 ? WRAP_OFF + lines(drawn) + WRAP_ON : '';
  }

  const above = (printed: string[]): void => {
    out.write(erase() + lines(printed) + draw());
  };

  return {
    above,
    has: (id: string) => drafts.has(id),
    /** Lets other output appear above the drafts. */
    writeAbove(write: () => void): void {
      out.write(erase());
      write();
      out.write(draw());
    },
    /** Updates the draft. */
    grow(message: Message, head: string): void {
      drafts.set(message.id, { message, head, text: forScreen(message.text ?? '') });
      out.write(erase() + draw());
    },
    /** Appends what was streamed between two updates. */
    add({ channelId, streamId, delta }: EventPayload<'message:delta'>): void {
      const draft = [...drafts.values()].find(
        ({ message }) => message.channelId === channelId && message.streamId === streamId,
      );
      if (!draft) return;
      draft.text += forScreen(delta);
      out.write(erase() + draw());
    },
    /** Prints finished text above the drafts that are still growing. */
    settle(id: string, printed: string[]): void {
      drafts.delete(id);
      above(printed);
    },
    forget: ({ id }: { id: string }) => drafts.delete(id),
    forgetChannel({ id: channelId }: { id: string }): void {
      for (const [id, { message }] of drafts) {
        if (message.channelId === channelId) drafts.delete(id);
      }
    },
  };
}

const lines = (rows: string[]) => rows.map((row) => `${row}\n`).join('');

/** A narrowed terminal has wrapped the row. */
const rowsTaken = (row: string, columns: number) =>
  Math.max(1, Math.ceil(Bun.stringWidth(row) / columns));

/** The part of a growing text that could be visible. */
const SHOWN_CHARACTERS = 4000;

function shownRows({ head, text }: Draft): string[] {
  const isLong = text.length > 2 * SHOWN_CHARACTERS;
  const [start, end] = [text.slice(0, SHOWN_CHARACTERS), text.slice(-SHOWN_CHARACTERS)];
  const shown = isLong ? `${start} … ${end}`.toWellFormed() : text;
  const [first = '', ...more] = rowsOf(`${head} ${shown.trim()} …`, true);
  return [first, ...more.slice(1 - SHOWN_ROWS)];
}
