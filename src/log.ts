import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';

/** Fields that are never written to a log, at any depth. */
const secrets = [
  'authorization',
  'cookie',
  'password',
  'token',
  'key',
  'apiKey',
  'deviceCode',
  'response',
];
const redact = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Creates a log of structured lines on stderr: JSON for machines, coloured for people. */
export function createLog(form: 'json' | 'pretty', level = 'info'): Logger {
  const stream =
    form === 'pretty'
      ? pretty({ destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
      : pino.destination({ dest: 2, sync: true });
  return pino({ level, redact, base: null }, stream);
}

export const silentLog = (): Logger => pino({ level: 'silent' });
