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

type Last = (signal: Signal) => void | Promise<void>;

/** What is still being done before the process exits, whoever began it. */
const unfinished = new Set<Promise<void>>();

/** Those who want to hear of the end, in the order in which they began to. */
const listeners = new Set<(signal: Signal) => void>();

/** The terminal can no longer be written to: the same as a SIGHUP, also to what is sent none. */
export function terminalIsGone(): void {
  if (listeners.size === 0) process.exit(exit.hungUp);
  for (const end of listeners) end('SIGHUP');
}

/** Calls `last` and exits when a signal comes, until the function is called that this returns. */
export function whenEnded(last: Last, { signals = all, input }: Options = {}) {
  let isEnding = false;
  const end = (signal: Signal) => {
    if (isEnding) return;
    isEnding = true;
    const rest = last(signal);
    if (rest instanceof Promise) unfinished.add(rest);
    const leave = () => process.exit(codes[signal]);
    if (unfinished.size === 0) leave();
    else void Promise.allSettled(unfinished).then(leave);
  };
  const hungUp = () => end('SIGHUP');
  listeners.add(end);
  for (const signal of signals) process.on(signal, end);
  for (const event of ['end', 'error']) input?.on(event, hungUp);
  return () => {
    listeners.delete(end);
    for (const signal of signals) process.off(signal, end);
    for (const event of ['end', 'error']) input?.off(event, hungUp);
  };
}
