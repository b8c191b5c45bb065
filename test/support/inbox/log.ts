import pino, { type Level } from 'pino';

/** A log whose lines a test can read. */
export function recordingLog(level: Level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}
