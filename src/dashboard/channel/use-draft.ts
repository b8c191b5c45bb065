import { useEffect, useState } from 'react';
import type { Attachment } from '../../core/files/schema.ts';
import { keep, keptKey, readKept } from '../data/kept.ts';
import { useMe } from '../data/session.ts';
import { useUploads } from './use-uploads.ts';

type Kept = { text: string; attachments: Attachment[] };

/** An unsent message, kept in this browser until it is sent. */
export function useDraft(channelId: string) {
  const key = keptKey(useMe().id, 'message-draft', channelId);
  const [kept] = useState(() => readKept<Kept>(key));
  const [text, setText] = useState(kept?.text ?? '');
  const uploads = useUploads(channelId, kept?.attachments ?? []);
  const { attachments } = uploads;
  const ids = attachments.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are the same files
  useEffect(() => {
    keep(key, text || attachments.length > 0 ? { text, attachments } : null);
  }, [key, text, ids]);
  return {
    text,
    setText,
    uploads,
    set: (next: Kept) => {
      setText(next.text);
      uploads.set(next.attachments);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
