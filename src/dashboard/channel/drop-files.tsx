import { type DragEvent, type ReactNode, useRef, useState } from 'react';

type Props = { className: string; onFiles: (files: FileList) => void; children: ReactNode };

/** Accepts files dropped anywhere on it. */
export function DropFiles({ className, onFiles, children }: Props) {
  const [isOver, setIsOver] = useState(false);
  // Entering or leaving a child fires events too.
  const depth = useRef(0);
  const count = (by: 1 | -1) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current += by;
    setIsOver(depth.current > 0);
  };
  const onDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current = 0;
    setIsOver(false);
    onFiles(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside the field does the same
    <div
      className={className}
      onDragEnter={count(1)}
      onDragLeave={count(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      {children}
      {isOver && <div className="channel-drop">Drop files to attach them</div>}
    </div>
  );
}
