/**
 * How a command is ended from outside, where something is left to tidy up. A command that has
 * nothing of the kind does not listen: then a signal ends it even in the middle of a long loop.
 */
import type { ReadStream } from 'node:tty';
import { exit } from './errors.ts';

const codes = { SIGINT: exit.interrupted, SIGTERM: exit.terminated, SIGHUP: exit.hungUp } as const;
export type Signal = keyof typeof codes;
const all = Object.keys(codes) as Signal[];

type Options = {
  signals?: Signal[];
  /** A terminal that is read: its end is a SIGHUP also to a process that is sent none. */
  input?: ReadStream;
};

/** Calls `last` and exits when a signal comes, until the function is called that this returns. */
export function whenEnded(last: (signal: Signal) => void, { signals = all, input }: Options = {}) {
  const end = (signal: Signal) => {
    last(signal);
    process.exit(codes[signal]);
  };
  const hungUp = () => end('SIGHUP');
  for (const signal of signals) process.on(signal, end);
  for (const event of ['end', 'error']) input?.on(event, hungUp);
  return () => {
    for (const signal of signals) process.off(signal, end);
    for (const event of ['end', 'error']) input?.off(event, hungUp);
  };
}
