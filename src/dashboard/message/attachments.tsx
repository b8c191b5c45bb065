import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { fileKindOf } from '../../core/files/kinds.ts';
import type { Attachment } from '../../core/files/schema.ts';
import { sizeOf } from '../../core/sizes.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { Download, File } from '../look/icons.tsx';
import { lazyPreloadable } from '../look/lazy.tsx';
import { Key } from '../look/parts.tsx';
import { openPdf, pathOf, readStart } from './files.ts';
import { Player } from './player.tsx';
import { Scroller } from './scroller.tsx';

const Viewer = lazyPreloadable(() => import('./viewer.tsx'));

type Props = {
  attachments: Attachment[];
  /** Whether the keys apply to this message's files. */
  active?: boolean;
};

/** The files of a message, one row each with a viewer; a single one is shown inline. */
export const Attachments = ({ attachments, active = false }: Props) =>
  attachments.length > 0 && <Files files={attachments} active={active} />;

function Files({ files, active }: { files: Attachment[]; active: boolean }) {
  const [at, setAt] = useState<number | null>(null);
  const view = () => {
    setAt(0);
    return () => setAt(null);
  };
  useKeys('Files', { ...(active && { v: ['View files', view, 'files'] }) });
  const [only, ...others] = files;
  return (
    <>
      <ul className="attachments" aria-label="Attachments">
        {files.map((file, index) => (
          <li key={file.id} className="attachment">
            {only && others.length === 0 && <Preview file={only} onView={() => setAt(0)} />}
            <FileRow file={file} onView={() => setAt(index)}>
              {active && index === 0 && <Key>v</Key>}
            </FileRow>
          </li>
        ))}
      </ul>
      {at !== null && <Viewer files={files} at={at} onMove={setAt} onClose={() => setAt(null)} />}
    </>
  );
}

type RowProps = { file: Attachment; onView?: () => void; children?: ReactNode };

/** A file's name, which opens it, its size, and a download button. */
export const FileRow = ({ file, onView, children }: RowProps) => (
  <div className="file-row">
    <File size={16} />
    <FileName file={file} onView={onView} />
    {children}
    <span className="meta file-size">{sizeOf(file.size)}</span>
    {fileKindOf(file) === 'pdf' && (
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

type NameProps = { file: Attachment; onView: (() => void) | undefined };

const FileName = ({ file: { filename }, onView }: NameProps) =>
  onView ? (
    <button type="button" className="file-name cut" title={filename} onClick={onView}>
      <bdi>{filename}</bdi>
    </button>
  ) : (
    <bdi className="cut" title={filename}>
      {filename}
    </bdi>
  );

function Preview({ file, onView }: { file: Attachment; onView: () => void }) {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  const fail = () => setFailed(true);
  switch (fileKindOf(file)) {
    case 'image':
      return (
        <button type="button" className="file-image" title="View larger" onClick={onView}>
          <img src={pathOf(file)} alt={file.filename} loading="lazy" onError={fail} />
        </button>
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

/** The first lines of a text. */
function TextStart({ file }: { file: Attachment }) {
  const { data } = useQuery({ queryKey: ['file-start', file.id], queryFn: () => readStart(file) });
  return (
    data !== undefined &&
    data !== '' && (
      <Scroller name={`Start of ${file.filename}`}>
        <pre className="file-text">{data}</pre>
      </Scroller>
    )
  );
}
