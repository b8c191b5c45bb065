import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';

type Upload = { path: string; channelId: string; draw: (done: number, total: number) => void };

/** A form with one file, read while it is sent, so that a disk image works. */
export function uploadForm({ path, channelId, draw }: Upload) {
  const file = Bun.file(path);
  const boundary = `inbox-${randomUUID()}`;
  const filename = basename(path)
    .replaceAll('"', '%22')
    .replaceAll(/[\r\n]/g, ' ');
  const part = (fields: string) => `--${boundary}\r\nContent-Disposition: form-data; ${fields}\r\n`;
  const before = `${part('name="channelId"')}\r\n${channelId}\r\n${part(
    `name="file"; filename="${filename}"`,
  )}Content-Type: ${file.type}\r\n\r\n`;

  async function* bytes() {
    yield new TextEncoder().encode(before);
    let done = 0;
    for await (const chunk of file.stream()) {
      yield chunk;
      done += chunk.byteLength;
      draw(done, file.size);
    }
    yield new TextEncoder().encode(`\r\n--${boundary}--\r\n`);
  }
  const iterator = bytes();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void iterator.return(undefined),
  });
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
