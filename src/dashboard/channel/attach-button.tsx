import { ActionIcon } from '@mantine/core';
import { useRef } from 'react';
import { Clip } from '../look/icons.tsx';

export function AttachButton({ onFiles }: { onFiles: (files: FileList) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label="Attach files"
        onClick={() => input.current?.click()}
      >
        <Clip size={17} />
      </ActionIcon>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onFiles(currentTarget.files);
          // A file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
