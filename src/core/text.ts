/** Texts that others wrote into files: some programs begin them with a byte order mark, or write UTF-16. */

/** Returns a whole text, without its byte order mark. */
export const decodeText = (bytes: Uint8Array): string => decoderOf(bytes).decode(bytes);

/** Decodes a text that arrives in parts. */
export async function* decodeParts(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const part of parts) {
    decoder ??= decoderOf(part);
    yield decoder.decode(part, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

function decoderOf([first, second]: Uint8Array): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  return new TextDecoder(first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8');
}
