import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Attachment } from '../../core/files/schema.ts';
import { sizeOf } from '../../core/sizes.ts';
import { Download, File } from '../look/icons.tsx';
import { Scroller } from './elements.tsx';
import { kindOf, openPdf, pathOf, readStart } from './files.ts';

/** The files of a message: what a browser can show is shown, the rest can be taken. */
export const Attachments = ({ attachments }: { attachments: Attachment[] }) =>
  attachments.length > 0 && (
    <ul className="attachments" aria-label="Attachments">
      {attachments.map((file) => (
        <li key={file.id} className="attachment">
          <Preview file={file} />
          <FileRow file={file} />
        </li>
      ))}
    </ul>
  );

type Props = { file: Attachment };

/** A file's name and size, and a button that takes it. */
export const FileRow = ({ file }: Props) => (
  <div className="file-row">
    <File size={16} />
    <bdi className="cut" title={file.filename}>
      {file.filename}
    </bdi>
    <span className="meta">{sizeOf(file.size)}</span>
    {kindOf(file) === 'pdf' && (
      <Button variant="default" size="compact-xs" onClick={() => openPdf(file)}>
        Open
      </Button>
    )}
    <a
      href={pathOf(file)}
      download={file.filename}
      className="file-take"
      aria-label={`Download ${file.filename}`}
    >
      <Download size={16} />
    </a>
  </div>
);

function Preview({ file }: Props) {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  const fail = () => setFailed(true);
  const path = pathOf(file);
  switch (kindOf(file)) {
    case 'image':
      return (
        <a className="file-image" href={path} target="_blank" rel="noopener noreferrer">
          <img src={path} alt={file.filename} loading="lazy" onError={fail} />
        </a>
      );
    case 'audio':
    case 'video':
      return <Player file={file} onError={fail} />;
    case 'text':
      return <TextStart file={file} />;
    default:
      return null;
  }
}

function Player({ file, onError }: Props & { onError: () => void }) {
  const Media = kindOf(file) === 'video' ? 'video' : 'audio';
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

/** The first lines of a text. */
function TextStart({ file }: Props) {
  const { data } = useQuery({ queryKey: ['file-start', file.id], queryFn: () => readStart(file) });
  return (
    data !== undefined &&
    data !== '' && (
      <Scroller name={`The beginning of ${file.filename}`}>
        <pre className="file-text">{data}</pre>
      </Scroller>
    )
  );
}
