import { ActionIcon, Progress } from '@mantine/core';
import { sizeOf } from '../../core/sizes.ts';
import { Cross, File } from '../look/icons.tsx';
import type { Attaching, Uploads } from './use-uploads.ts';

/** The files to be sent with the next message. */
export const AttachingList = ({ uploads: { files, remove } }: { uploads: Uploads }) =>
  files.length > 0 && (
    <ul className="composer-files" aria-label="Files to send">
      {files.map((one) => (
        <li key={one.key} data-failed={one.failure !== null || undefined}>
          <File size={16} />
          <bdi className="cut">{one.name}</bdi>
          <span className="meta">{sizeOf(one.size)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`${one.attachment ? 'Remove' : 'Cancel'} ${one.name}`}
            onClick={() => remove(one.key)}
          >
            <Cross size={13} />
          </ActionIcon>
          <State file={one} />
        </li>
      ))}
    </ul>
  );

function State({ file: { name, progress, attachment, failure } }: { file: Attaching }) {
  if (failure !== null) {
    return (
      <p className="composer-refusal" role="alert">
        {failure}
      </p>
    );
  }
  if (attachment) return null;
  return (
    <Progress
      className="composer-progress"
      value={progress * 100}
      aria-label={`Sending ${name}`}
      size={3}
    />
  );
}
