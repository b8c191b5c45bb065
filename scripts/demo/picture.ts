/** A picture of 480 by 240 pixels: growing columns. */
import { crc32, deflateSync } from 'node:zlib';

export function drawn(): Uint8Array<ArrayBuffer> {
  const [width, height] = [480, 240];
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Array.from({ length: width }, (_, x) => {
      const isColumn = x % 60 > 20 && height - y < 20 + ((x / 60) | 0) * 26;
      return isColumn ? [66, 99, 235] : [237, 241, 255];
    });
    return [0, ...row.flat()];
  });
  const size = new DataView(new ArrayBuffer(13));
  size.setUint32(0, width);
  size.setUint32(4, height);
  size.setUint16(8, 0x0802);
  const parts = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', new Uint8Array(size.buffer)),
    chunk('IDAT', deflateSync(Uint8Array.from(rows.flat()))),
    chunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
