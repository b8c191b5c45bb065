import type { FileKind } from '../../core/files/kinds.ts';

export const kindWords: Record<FileKind, string> = {
  image: 'Image',
  pdf: 'PDF',
  audio: 'Audio',
  video: 'Video',
  text: 'Text',
  other: 'Other',
};
