import { fileKindOf } from '../../core/files/kinds.ts';
import type { Attachment } from '../../core/files/schema.ts';
import { pathOf } from './files.ts';

type Props = { file: Attachment; onError?: () => void };

/** An audio or video player. */
export function Player({ file, onError }: Props) {
  const Media = fileKindOf(file) === 'video' ? 'video' : 'audio';
  return (
    <Media
      src={pathOf(file)}
      controls
      preload="metadata"
      aria-label={file.filename}
      onError={onError}
    />
  );
}
