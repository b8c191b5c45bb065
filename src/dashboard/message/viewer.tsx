/** Shows a file over the page, with the others of its message. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { fileKindOf } from '../../core/files/kinds.ts';
import type { Attachment } from '../../core/files/schema.ts';
import { sizeOf } from '../../core/sizes.ts';
import { Dialog } from '../keys/dialogs.tsx';
import { nameOf } from '../keys/names.ts';
import { pressOf } from '../keys/use-keys.tsx';
import { Back, Chevron, Download } from '../look/icons.tsx';
import { CodeBlock } from './code-block.tsx';
import { rowsIn } from './csv.ts';
import { formatOf, openPdf, pathOf, readText } from './files.ts';
import { Markdown } from './markdown.tsx';
import { Player } from './player.tsx';
import { Scroller } from './scroller.tsx';

type Props = {
  files: Attachment[];
  /** The index of the visible one. */
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
};

export default function Viewer({ files, at, onMove, onClose }: Props) {
  const file = files[at];
  if (!file) return null;
  const move = (by: number) => onMove(Math.min(files.length - 1, Math.max(0, at + by)));
  const onKeyDown = (event: KeyboardEvent) => {
    const name = nameOf(pressOf(event.nativeEvent));
    const act = name && { j: () => move(1), k: () => move(-1), v: onClose }[name];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      onKeyDown={onKeyDown}
      size="min(1000px, 100%)"
      title={<bdi className="cut">{file.filename}</bdi>}
      className="viewer"
    >
      <div className="viewer-head meta">
        <span>{sizeOf(file.size)}</span>
        {files.length > 1 && (
          <>
            <span>
              {at + 1} of {files.length}
            </span>
            <Button
              {...step}
              disabled={at === 0}
              aria-label="Previous file"
              title="Previous file (k)"
              onClick={() => move(-1)}
            >
              <Back />
            </Button>
            <Button
              {...step}
              disabled={at === files.length - 1}
              aria-label="Next file"
              title="Next file (j)"
              onClick={() => move(1)}
            >
              <Chevron />
            </Button>
          </>
        )}
        <a href={pathOf(file)} download={file.filename} className="viewer-take">
          <Download size={16} /> Download
        </a>
      </div>
      <Content key={file.id} file={file} />
    </Dialog>
  );
}

const step = { variant: 'default', size: 'compact-sm' } as const;

function Content({ file }: { file: Attachment }) {
  switch (fileKindOf(file)) {
    case 'image':
      return <Picture file={file} />;
    case 'audio':
    case 'video':
      return <Player file={file} />;
    case 'text':
      return <Text file={file} />;
    case 'pdf':
      return (
        <Button variant="default" onClick={() => openPdf(file)}>
          Open in a new tab
        </Button>
      );
    default:
      return <p className="soft">No preview for this type of file.</p>;
  }
}

/** Scaled to the available room, or in its original size. */
function Picture({ file }: { file: Attachment }) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <button
      type="button"
      className="viewer-picture"
      aria-label={isWhole ? 'Fit to window' : 'Show full size'}
      data-whole={isWhole || undefined}
      onClick={() => setIsWhole(!isWhole)}
    >
      <img src={pathOf(file)} alt={file.filename} />
    </button>
  );
}

function Text({ file }: { file: Attachment }) {
  const { data, error } = useQuery({
    queryKey: ['file-text', file.id],
    queryFn: () => readText(file),
  });
  if (error) return <p className="refusal">Couldn't load the file.</p>;
  if (!data) return <span className="skeleton" aria-hidden="true" />;
  return (
    <>
      <Formatted file={file} text={data.text} />
      {!data.isAll && (
        <p className="meta">Only the start is shown. Download the file to see the rest.</p>
      )}
    </>
  );
}

function Formatted({ file, text }: { file: Attachment; text: string }) {
  const format = formatOf(file);
  if (format === 'markdown') return <Markdown text={text} />;
  if (format === 'table') return <Table text={text} name={file.filename} />;
  return <CodeBlock language={format}>{text}</CodeBlock>;
}

const MOST_ROWS = 500;

function Table({ text, name }: { text: string; name: string }) {
  const [head = [], ...rows] = rowsIn(text, MOST_ROWS + 1);
  return (
    <Scroller name={name}>
      <table>
        <thead>
          <tr>{cells(head, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
            <tr key={at}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

const cells = (row: string[], Cell: 'th' | 'td') =>
  row.map((value, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no other name
    <Cell key={at}>{value}</Cell>
  ));
