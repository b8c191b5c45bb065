/** The rows of a conversation, and what each needs to know. */
import { useEffect, useMemo, useRef } from 'react';
import { useMe } from '../data/session.ts';
import { parseAhead } from '../message/parsed.tsx';
import type { RowContext } from './message-row.tsx';
import { type Given, type Row, rowsOf } from './rows.ts';
import type { Span } from './span.ts';

type Reader = Pick<Given, 'seen' | 'channelId' | 'outgoing'>;

export function useRows(span: Span, { seen, channelId, outgoing }: Reader): Row[] {
  const me = useMe().id;
  const { messages, retracted, to } = span;
  const hasNewer = to !== null;
  useEffect(() => parseAhead(messages.flatMap(({ text }) => text ?? [])), [messages]);
  return useMemo(
    () => rowsOf({ messages, retracted, hasNewer, seen, me, channelId, outgoing }),
    [messages, retracted, hasNewer, seen, me, channelId, outgoing],
  );
}

/** Returns one object as long as names and outbox are the same, whatever the draft is. */
export function useRowContext({ nameOf, outbox, onEdit }: RowContext): RowContext {
  const editing = useRef(onEdit);
  editing.current = onEdit;
  return useMemo(
    () => ({ nameOf, outbox, onEdit: (back) => editing.current(back) }),
    [nameOf, outbox],
  );
}
