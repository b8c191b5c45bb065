import { useRef, useState } from 'react';
import { Jump } from '../app/jump.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { useWalk } from '../keys/use-walk.ts';
import { File, Search } from '../look/icons.tsx';
import { lazyPreloadable } from '../look/lazy.tsx';
import { Older } from '../look/older.tsx';
import { Empty } from '../look/parts.tsx';
import { FileLine } from './file-line.tsx';
import { Narrowing, useFilter } from './narrowing.tsx';
import { type FileFilter, useFiles } from './use-files.ts';

const Viewer = lazyPreloadable(() => import('../message/viewer.tsx'));

/** The files of agents and people, newest first. */
export default function FilesPage() {
  const filter = useFilter();
  return (
    <div className="page files">
      <PageTitle>Files</PageTitle>
      <div className="files-head">
        <h1>Files</h1>
        <Jump />
      </div>
      <Narrowing {...filter} />
      <List {...filter} />
    </div>
  );
}

function List(filter: FileFilter) {
  const query = useFiles(filter);
  const { data, error } = query;
  const [shown, setShown] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useWalk('Files', list, '.files-name');
  // Files of unsent messages are private to their sender.
  const files = data?.pages.flat().filter(({ messageId }) => messageId !== null);
  if (error && !files) {
    return (
      <p className="refusal" role="alert">
        {error.message}
      </p>
    );
  }
  if (!files) return <FilesSkeleton />;
  const at = files.findIndex(({ id }) => id === shown);
  return (
    <>
      {files.length === 0 && !query.hasNextPage && (
        <None isNarrowed={Object.keys(filter).length > 0} />
      )}
      <ul className="files-list" ref={list}>
        {files.map((file) => (
          <FileLine key={file.id} file={file} onView={setShown} />
        ))}
      </ul>
      <Older pages={query} className="files-more" />
      {at >= 0 && (
        <Viewer
          files={files}
          at={at}
          onMove={(to) => setShown(files[to]?.id ?? null)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

const None = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <Empty title="No files match" icon={<Search size={32} />}>
      Try another search, kind or channel.
    </Empty>
  ) : (
    <Empty title="No files yet" icon={<File size={32} />}>
      Files sent by agents and people appear here.
    </Empty>
  );

const FilesSkeleton = () => (
  <div className="files-list" aria-hidden="true">
    {[260, 180, 320, 220].map((width) => (
      <div key={width} className="files-row">
        <span />
        <span className="skeleton" style={{ width }} />
      </div>
    ))}
  </div>
);
