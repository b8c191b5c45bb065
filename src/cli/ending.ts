/**
 * Ends a command from outside when something needs cleaning up. Other commands do not listen: a
 * signal ends them even in a long loop.
 */
import { dlopen } from 'bun:ffi';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { ReadStream } from 'node:tty';
import { exit } from './errors.ts';

const codes = { SIGINT: exit.interrupted, SIGTERM: exit.terminated, SIGHUP: exit.hungUp } as const;
export type Signal = keyof typeof codes;
const all = Object.keys(codes) as Signal[];

type Options = {
  signals?: Signal[];
  /** A terminal that is read: its end counts as SIGHUP even for a process that gets no signal. */
  input?: ReadStream;
};

type Last = (signal: Signal) => void | Promise<void>;

/** Work that must finish before the process exits. */
const unfinished = new Set<Promise<void>>();

/** The listeners for the end, in the order they were added. */
const listeners = new Set<(signal: Signal) => void>();

/** Reports that the terminal can no longer be written to, which counts as SIGHUP. */
export function terminalIsGone(): void {
  if (listeners.size === 0) process.exit(exit.hungUp);
  for (const end of listeners) end('SIGHUP');
}

const READER_MS = 500;
const STDOUT = 1;
const POLLERR_OR_POLLHUP = 0x18;

/** Ends the process soon after the reader of stdout has gone; a write fails only at the next event. */
export function endWithReader(): void {
  const poll = process.stdout.isTTY ? undefined : pollOfSystem();
  if (!poll) return;
  const look = () => {
    // A `struct pollfd`: an int, and two shorts of which the second is the result.
    const asked = new Int16Array(new Int32Array([STDOUT, 0]).buffer);
    poll(asked, 1, 0);
    if ((asked[3] ?? 0) & POLLERR_OR_POLLHUP) process.exit(exit.done);
  };
  setInterval(look, READER_MS).unref();
}

/** The runtime does not ask the system whether a pipe still has a reader. */
function pollOfSystem() {
  const library = process.platform === 'darwin' ? 'libSystem.B.dylib' : 'libc.so.6';
  try {
    const args = ['ptr', 'u64', 'i32'] as const;
    return dlopen(library, { poll: { args, returns: 'i32' } }).symbols.poll;
  } catch {
    return undefined;
  }
}

/** Ends the process by a signal, not by its exit code: only then a loop of a shell ends with it. */
function endBy(signal: Signal): never {
  process.emit('exit', codes[signal]);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  process.exit(codes[signal]);
}

/** Returns those that were not ignored when the process began, as by `nohup`; known on Linux. */
export function notIgnored(signals: Signal[]): Signal[] {
  try {
    const [, mask] = /^SigIgn:\s*(\w+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    const ignored = BigInt(`0x${mask}`);
    return signals.filter((one) => !((ignored >> BigInt(constants.signals[one] - 1)) & 1n));
  } catch {
    return signals;
  }
}

/** Calls `last` and ends the process on a signal, until the returned function is called. */
export function whenEnded(last: Last, { signals: wanted = all, input }: Options = {}) {
  const signals = notIgnored(wanted);
  let isEnding = false;
  const end = (signal: Signal) => {
    if (isEnding) return;
    isEnding = true;
    const rest = last(signal);
    if (rest instanceof Promise) unfinished.add(rest);
    const leave = () => (signal === 'SIGINT' ? endBy(signal) : process.exit(codes[signal]));
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
