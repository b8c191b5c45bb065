import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { Jump } from '../app/jump.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { useChannels } from '../data/channels.ts';
import { File } from '../look/icons.tsx';
import { Empty } from '../look/parts.tsx';
import { FileCard } from './file-card.tsx';
import { MOST, useFiles } from './use-files.ts';

/** What agents and people sent, newest first. */
export default function FilesPage() {
  const [params, setParams] = useSearchParams();
  const channelId = params.get('channel') ?? '';
  const channels = useChannels().data ?? [];
  const { data: listed, error } = useFiles(channelId);
  // Those of a message that is still being written belong to nobody else yet.
  const files = listed?.filter(({ messageId }) => messageId !== null);
  const nameOf = (id: string) => channels.find((one) => one.id === id)?.name ?? '';
  return (
    <div className="page files">
      <PageTitle>Files</PageTitle>
      <div className="files-head">
        <h1>Files</h1>
        <NativeSelect
          aria-label="Channel"
          value={channelId}
          onChange={({ currentTarget: { value } }) =>
            setParams(value ? { channel: value } : {}, { replace: true })
          }
          data={[
            { value: '', label: 'All channels' },
            ...channels.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Jump />
      </div>
      {error && (
        <p className="refusal" role="alert">
          {error.message}
        </p>
      )}
      {!files && !error && <FilesSkeleton />}
      {files?.length === 0 && (
        <Empty title="No files yet" icon={<File size={32} />}>
          What agents and people send along is listed here.
        </Empty>
      )}
      {files && files.length > 0 && (
        <ul className="files-grid">
          {files.map((file) => (
            <li key={file.id}>
              <FileCard file={file} channel={channelId ? '' : nameOf(file.channelId)} />
            </li>
          ))}
        </ul>
      )}
      {listed?.length === MOST && (
        <p className="page-foot meta">
          The newest {MOST} are listed. Older ones are where they were sent, in their channel.
        </p>
      )}
    </div>
  );
}

const FilesSkeleton = () => (
  <div className="files-grid" aria-hidden="true">
    {[1, 2, 3, 4, 5, 6].map((at) => (
      <span key={at} className="skeleton files-skeleton" />
    ))}
  </div>
);
