import { useCallback, useEffect, useRef, useState } from 'react';
import type { Attachment } from '../../core/files/schema.ts';
import { startUpload, type Upload } from './upload.ts';

/** A file to be sent with the next message. */
export type Attaching = {
  key: string;
  name: string;
  size: number;
  /** From 0 to 1. */
  progress: number;
  /** The server's record; null until stored. */
  attachment: Attachment | null;
  failure: string | null;
};
export type Uploads = ReturnType<typeof useUploads>;

/** The files of the next message: uploaded one by one, with progress. */
export function useUploads(channelId: string, kept: readonly Attachment[]) {
  const [files, setFiles] = useState<readonly Attaching[]>(() => kept.map(asStored));
  const running = useRef(new Map<string, Upload>());
  const next = useRef(0);
  const change = useCallback(
    (key: string, part: Partial<Attaching>) =>
      setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one))),
    [],
  );
  // Uploads of a page that was left are cancelled.
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const { cancel } of uploads.values()) cancel();
    };
  }, []);

  const add = (added: Iterable<File>) => {
    for (const file of added) {
      const key = `new-${next.current++}`;
      const { name, size } = file;
      const upload = startUpload(channelId, file, (progress) => change(key, { progress }));
      running.current.set(key, upload);
      setFiles((all) => [
        ...all,
        { key, name, size, progress: 0, attachment: null, failure: null },
      ]);
      upload.done
        .then((attachment) => change(key, { attachment, progress: 1 }))
        .catch((error: Error) => change(key, { failure: error.message }))
        .finally(() => running.current.delete(key));
    }
  };

  return {
    files,
    add,
    remove: (key: string) => {
      running.current.get(key)?.cancel();
      setFiles((all) => all.filter((one) => one.key !== key));
    },
    set: (attachments: readonly Attachment[]) => setFiles(attachments.map(asStored)),
    isBusy: files.some(({ attachment, failure }) => attachment === null && failure === null),
    attachments: files.flatMap(({ attachment }) => attachment ?? []),
  };
}

const asStored = (attachment: Attachment): Attaching => ({
  key: attachment.id,
  name: attachment.filename,
  size: attachment.size,
  progress: 1,
  attachment,
  failure: null,
});
