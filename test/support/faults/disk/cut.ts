/** Rebuilds what a power cut could have left, from the log of a server's writes and syncs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const [WRITE, TRUNCATE, SYNC_ENDED, RENAME, UNLINK] = [1, 2, 3, 4, 5];
const HEAD = 24;
/** The bytes that a disk writes whole or not at all. */
const SECTOR = 512;

/** `at` and `end` are positions in the log. */
type Call = { kind: number; path: string; data: Buffer; offset: number; at: number; end: number };
type Names = Map<string, DiskFile>;
/** The state of the disk for certain, and the writes since the last sync. */
type DiskFile = { bytes: Bytes; pending: Call[] };
type Renaming = { at: number; apply: (names: Names) => void };

export function readLog(log: string): Call[] {
  const bytes = readFileSync(log);
  const calls: Call[] = [];
  for (let at = 0; at + HEAD <= bytes.length; ) {
    const [kind, pathLength, length] = [0, 4, 8].map((place) => bytes.readUInt32LE(at + place));
    const start = at + HEAD + (pathLength ?? 0);
    const end = start + (length ?? 0);
    const path = bytes.toString('utf8', at + HEAD, start);
    const offset = Number(bytes.readBigUInt64LE(at + 16));
    calls.push({ kind: kind ?? 0, path, data: bytes.subarray(start, end), offset, at, end });
    at = end;
  }
  return calls;
}

/** Replays a log; the positions to cut at must rise. */
export function disk(calls: Call[]) {
  const names: Names = new Map();
  const durable: Names = new Map();
  const renamings = new Map<string, Renaming[]>();
  let next = 0;

  function rename(call: Call, apply: Renaming['apply']): void {
    const directory = dirname(call.path);
    apply(names);
    renamings.set(directory, [...(renamings.get(directory) ?? []), { at: call.at, apply }]);
  }

  function fileOf(call: Call): DiskFile {
    const known = names.get(call.path);
    if (known) return known;
    const made: DiskFile = { bytes: new Bytes(), pending: [] };
    rename(call, (into) => into.set(call.path, made));
    return made;
  }

  function sync({ path, offset: began }: Call): void {
    const file = names.get(path);
    for (const call of file?.pending ?? [])
      if (call.at < began) land(file?.bytes, call, () => true);
    if (file) file.pending = file.pending.filter((call) => call.at >= began);
    for (const { at, apply } of renamings.get(path) ?? []) if (at < began) apply(durable);
    const left = (renamings.get(path) ?? []).filter(({ at }) => at >= began);
    renamings.set(path, left);
  }

  function replay(call: Call): void {
    const { kind, path } = call;
    if (kind === WRITE || kind === TRUNCATE) fileOf(call).pending.push(call);
    else if (kind === SYNC_ENDED) sync(call);
    else if (kind === UNLINK) rename(call, (into) => into.delete(path));
    else if (kind === RENAME) {
      const file = fileOf(call);
      rename(call, (into) => into.delete(path) && into.set(call.data.toString(), file));
    }
  }

  return {
    /** Writes what a cut at a position of the log could have left; `random` decides what landed. */
    cut(position: number, { from, to, random }: Cut): void {
      for (let call = calls[next]; call && call.end <= position; call = calls[++next]) replay(call);
      const left = new Map(durable);
      // A journal of names keeps their order: everything before some moment has landed.
      for (const done of renamings.values()) {
        for (const { apply } of done.slice(0, share(random) * (done.length + 1))) apply(left);
      }
      for (const [path, { bytes, pending }] of left) {
        const copy = bytes.copy();
        const landed = share(random);
        for (const call of pending) land(copy, call, () => random() < landed);
        const place = join(to, relative(from, path));
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, copy.view());
      }
    },
  };
}

/** The directory as it was named in the log, where to rebuild it, and a number from 0 to 1. */
type Cut = { from: string; to: string; random: () => number };

/** Often nothing, often all, else something between. */
function share(random: () => number): number {
  const choice = random();
  if (choice < 0.3) return 0;
  return choice < 0.5 ? 1 : random();
}

function land(bytes: Bytes | undefined, { kind, data, offset }: Call, lands: () => boolean): void {
  if (kind === TRUNCATE) {
    if (lands()) bytes?.truncate(offset);
    return;
  }
  for (let at = 0; at < data.length; ) {
    const end = Math.min(data.length, at + SECTOR - ((offset + at) % SECTOR));
    if (lands()) bytes?.put(offset + at, data.subarray(at, end));
    at = end;
  }
}

/** A file's content, which grows where it is written. */
class Bytes {
  #held: Buffer;
  #size: number;

  constructor(held = Buffer.alloc(0)) {
    this.#held = held;
    this.#size = held.length;
  }

  put(at: number, data: Buffer): void {
    this.#grow(at + data.length);
    data.copy(this.#held, at);
  }

  truncate(size: number): void {
    this.#grow(size);
    this.#held.fill(0, size);
    this.#size = size;
  }

  view = () => this.#held.subarray(0, this.#size);
  copy = () => new Bytes(Buffer.from(this.view()));

  #grow(size: number): void {
    if (size > this.#held.length) {
      this.#held = Buffer.concat([this.#held, Buffer.alloc(Math.max(size * 2, 4096))]);
    }
    this.#size = Math.max(this.#size, size);
  }
}
