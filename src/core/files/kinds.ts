/** The kind of a file for its viewers, by its MIME type. */
export const fileKinds = ['image', 'pdf', 'audio', 'video', 'text', 'other'] as const;
export type FileKind = (typeof fileKinds)[number];

const kinds: [FileKind, RegExp][] = [
  ['image', /^image\/(png|jpe?g|gif|webp|avif|bmp)$/],
  ['pdf', /^application\/pdf$/],
  ['audio', /^audio\//],
  ['video', /^video\//],
  ['text', /^(text\/|application\/(json|x-ndjson|xml|yaml|x-yaml|toml|sql|javascript)$)/],
];

export const fileKindOf = ({ mimeType }: { mimeType: string }): FileKind =>
  kinds.find(([, fits]) => fits.test(mimeType))?.[0] ?? 'other';
