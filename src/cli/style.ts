import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

/** Applies colour if the stream is a terminal that shows it and NO_COLOR is not set. */
export const styled = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout) =>
  text === '' ? '' : styleText(style, text, { stream, validateStream: true });
