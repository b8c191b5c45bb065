import { memo } from 'react';
import { Link } from 'wouter';
import { fileKindOf } from '../../core/files/kinds.ts';
import type { ListedFile } from '../../core/files/schema.ts';
import { sizeOf } from '../../core/sizes.ts';
import { useChannel } from '../data/channels.ts';
import { Download } from '../look/icons.tsx';
import { Moment } from '../look/moment.tsx';
import { pathOf } from '../message/files.ts';
import { kindWords } from './kind-words.ts';

type Props = { file: ListedFile; onView: (id: string) => void };

/** A file's name, which opens it, its details, its message and sender, and a download button. */
export const FileLine = memo(({ file, onView }: Props) => {
  const { id, filename, size, channelId, messageId, senderType, senderName, createdAt } = file;
  const channel = useChannel(channelId)?.name;
  // An agent has the name of its channel.
  const sender = senderType === 'agent' ? '' : (senderName ?? 'Former user');
  return (
    <li className="files-row">
      <span className="files-kind meta">{kindWords[fileKindOf(file)]}</span>
      <button
        type="button"
        className="file-name files-name cut"
        title={filename}
        onClick={() => onView(id)}
      >
        <bdi>{filename}</bdi>
      </button>
      <span className="meta files-size">{sizeOf(size)}</span>
      <Link href={`/c/${channelId}?m=${messageId}`} className="meta cut files-channel">
        <bdi>{channel}</bdi>
        <span className="unseen">, the message with {filename}</span>
      </Link>
      <bdi className="meta cut files-sender">{sender}</bdi>
      <span className="meta files-when">
        <Moment at={createdAt} />
      </span>
      <a
        href={pathOf(file)}
        download={filename}
        className="file-take"
        aria-label={`Download ${filename}`}
      >
        <Download size={16} />
      </a>
    </li>
  );
});
FileLine.displayName = 'FileLine';
