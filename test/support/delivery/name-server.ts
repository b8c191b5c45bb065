/** A name server on loopback: it answers for the names it has, and is silent about the others. */

/** Addresses by type of record: 1 is A, 28 is AAAA. */
type Records = Record<string, Partial<Record<number, number[][]>>>;

export async function nameServer(records: Records) {
  const counts = { asked: 0 };
  const socket = await Bun.udpSocket({
    hostname: '127.0.0.1',
    socket: {
      data(self, query, port, address) {
        counts.asked++;
        const { name, type, end } = questionOf(query);
        const known = records[name];
        if (known) self.send(answerTo(query, end, type, known[type] ?? []), port, address);
      },
    },
  });
  return {
    servers: [`127.0.0.1:${socket.port}`],
    counts,
    [Symbol.dispose]: () => socket.close(),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]; length; length = query[at]) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(query: Buffer, end: number, type: number, addresses: number[][]): Buffer {
  const head = Buffer.from(query.subarray(0, end));
  // A recursive answer without an error, to one question, without additional records.
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const answers = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length, ...address]),
  );
  return Buffer.concat([head, ...answers]);
}
