import { Link } from 'wouter';
import type { Attachment } from '../../core/files/schema.ts';
import { Moment } from '../look/moment.tsx';
import { FileRow } from '../message/attachments.tsx';
import { kindOf, pathOf } from '../message/files.ts';

type Props = {
  file: Attachment;
  /** The name of its channel; empty where that is said already. */
  channel: string;
};

/** A file with what can be seen of it, where it came from, and a button that takes it. */
export const FileCard = ({ file, channel }: Props) => (
  <article className="files-card">
    <Preview file={file} />
    <FileRow file={file} />
    <p className="meta files-from">
      <Moment at={file.createdAt} />
      <Link href={`/c/${file.channelId}?m=${file.messageId}`} className="cut">
        {channel || 'Show the message'}
        <span className="unseen">, the message with {file.filename}</span>
      </Link>
    </p>
  </article>
);

function Preview({ file }: { file: Attachment }) {
  if (kindOf(file) === 'image') {
    return (
      <a href={pathOf(file)} target="_blank" rel="noopener noreferrer" className="files-preview">
        <img src={pathOf(file)} alt={file.filename} loading="lazy" />
      </a>
    );
  }
  return (
    <div className="files-preview files-kind" aria-hidden="true">
      {endingOf(file.filename)}
    </div>
  );
}

const endingOf = (filename: string) => /\.(\w{1,5})$/.exec(filename)?.[1]?.toUpperCase() ?? 'FILE';
