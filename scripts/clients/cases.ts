/**
 * The cases: what an agent wants, what a person does about it, and what became of both. The record must agree with
 * what the agent did.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Box, Terminal } from './machine.ts';
import type { Model, Step } from './model.ts';

type Started = { model: string; bin: string; args?: string[] };

/** A client, as the cases need it. */
export type Driver = {
  shell: (command: string) => Step;
  question: (question: string, labels: string[]) => Step;
  /** Null for a client without plans. */
  plan: ((plan: string) => Step) | null;
  prepare: (home: string, box: Box) => Promise<void>;
  /** Opens it in a terminal, where it begins to work. */
  open: (home: string, started: Started) => Promise<Terminal>;
  runHeadless: (home: string, started: Started) => Promise<{ code: number; out: string }>;
  /** The terminal while it asks; the keys of its own yes and no; and its end. */
  asks: RegExp;
  yes: string[];
  no: string[];
  done: RegExp;
};

export type Scene = {
  box: Box;
  model: Model;
  home: string;
  driver: Driver;
  bin: string;
  /** Null for a headless run. */
  terminal: Terminal | null;
};

export type Case = {
  name: string;
  script: (driver: Driver) => Step[] | null;
  args?: string[];
  headless?: boolean;
  /** The person's part. */
  person: (scene: Scene) => Promise<void>;
  /** Whether the tool must have run; null for a case without one. */
  runs: boolean | null;
  /** How the question must have ended: its status, then its decision or its reason. Null for none asked. */
  record: RegExp | null;
  /** A text that the model must have read. */
  reads?: RegExp;
};

const MARK = 'ran.txt';
const touch = (driver: Driver) => [driver.shell(`touch ${MARK}`)];
const ask = (driver: Driver) => [driver.question('Which one?', ['Red', 'Blue'])];
const plan = (driver: Driver) => (driver.plan ? [driver.plan('# Plan\n\n1. Touch it')] : null);

const decide = (response: object) => async (scene: Scene) => {
  const { id } = await scene.box.asked();
  await scene.box.decide(id, response as never);
};

const press = (keys: 'yes' | 'no') => async (scene: Scene) => {
  await scene.box.asked();
  await scene.terminal?.shows(scene.driver.asks);
  await scene.terminal?.press(...scene.driver[keys]);
};

export const cases: Record<'claude' | 'opencode', Case[]> = {
  claude: [
    {
      name: 'allow',
      script: touch,
      person: decide({ decision: 'allow' }),
      runs: true,
      record: /^completed allow/,
    },
    {
      name: 'deny with a message',
      script: touch,
      person: decide({ decision: 'deny', message: 'Not today' }),
      runs: false,
      record: /^completed deny/,
      reads: /Not today/,
    },
    {
      name: 'deny without a word',
      script: touch,
      person: decide({ decision: 'deny' }),
      runs: false,
      record: /^completed deny/,
      reads: /Denied by/,
    },
    {
      name: 'edit',
      script: (driver) => [driver.shell('touch other.txt')],
      person: decide({
        decision: 'allow',
        input: { command: `touch ${MARK}`, description: 'Runs it' },
      }),
      runs: true,
      record: /^completed allow/,
    },
    {
      name: 'always allow',
      script: touch,
      person: decide({ choice: 'suggestion-1' }),
      runs: true,
      record: /^completed allow/,
    },
    {
      name: 'deny and stop',
      script: touch,
      person: decide({ choice: 'deny-and-stop' }),
      runs: false,
      record: /^completed deny/,
    },
    {
      name: 'yes at the terminal',
      script: touch,
      person: press('yes'),
      runs: true,
      record: /^withdrawn allowed in the terminal/,
    },
    {
      name: 'no at the terminal',
      script: touch,
      person: press('no'),
      runs: false,
      record: /^withdrawn/,
    },
    {
      name: 'agent closed',
      script: touch,
      person: async ({ box, terminal }) => {
        await box.asked();
        await terminal?.[Symbol.asyncDispose]();
      },
      runs: false,
      record: /^withdrawn/,
    },
    {
      name: 'question',
      script: ask,
      person: decide({ answers: { q1: { selected: ['2'] } } }),
      runs: null,
      record: /^completed/,
      reads: /Which one\?.*Blue/s,
    },
    {
      name: 'question with a text',
      script: ask,
      person: decide({ answers: { q1: { other: 'Green' } } }),
      runs: null,
      record: /^completed/,
      reads: /Green/,
    },
    {
      name: 'question at the terminal',
      script: ask,
      person: press('yes'),
      runs: null,
      record: /^withdrawn answered in the terminal: Red/,
      reads: /Red/,
    },
    {
      name: 'plan approved',
      script: plan,
      args: ['--permission-mode', 'plan'],
      person: decide({ decision: 'allow' }),
      runs: null,
      record: /^completed allow/,
      reads: /approved/i,
    },
    {
      name: 'plan with feedback',
      script: plan,
      args: ['--permission-mode', 'plan'],
      person: decide({ decision: 'deny', message: 'Use a branch' }),
      runs: null,
      record: /^completed deny/,
      reads: /Use a branch/,
    },
    {
      name: 'headless: allow',
      script: touch,
      headless: true,
      person: decide({ decision: 'allow' }),
      runs: true,
      record: /^completed allow/,
    },
    {
      name: 'headless: deny',
      script: touch,
      headless: true,
      person: decide({ decision: 'deny', message: 'No' }),
      runs: false,
      record: /^completed deny/,
      reads: /No/,
    },
  ],
  opencode: [
    {
      name: 'allow',
      script: touch,
      person: decide({ decision: 'allow' }),
      runs: true,
      record: /^completed allow/,
    },
    {
      name: 'deny with a message',
      script: touch,
      person: decide({ decision: 'deny', message: 'Use a branch' }),
      runs: false,
      record: /^completed deny/,
      reads: /Use a branch/,
    },
    {
      name: 'always allow',
      script: (driver) => [driver.shell(`touch ${MARK}`), driver.shell(`touch ${MARK}`)],
      person: decide({ choice: 'always' }),
      runs: true,
      record: /^completed allow/,
    },
    {
      name: 'yes at the terminal',
      script: touch,
      person: press('yes'),
      runs: true,
      record: /^withdrawn answered in the terminal: allowed/,
    },
    {
      name: 'no at the terminal',
      script: touch,
      person: press('no'),
      runs: false,
      record: /^withdrawn answered in the terminal: rejected/,
    },
    {
      name: 'agent closed',
      script: touch,
      person: async ({ box, terminal }) => {
        await box.asked();
        await terminal?.[Symbol.asyncDispose]();
      },
      runs: false,
      record: /^withdrawn/,
    },
    {
      name: 'question',
      script: ask,
      person: decide({ answers: { q1: { selected: ['2'] } } }),
      runs: null,
      record: /^completed/,
      reads: /Blue/,
    },
    {
      name: 'question at the terminal',
      script: ask,
      person: press('yes'),
      runs: null,
      record: /^withdrawn answered in the terminal: Red/,
      reads: /Red/,
    },
    {
      name: 'restart of the server while it holds',
      script: touch,
      person: async (scene) => {
        const { id } = await scene.box.asked();
        await scene.box.kill();
        await scene.box.startAgain();
        await Bun.sleep(8000);
        await scene.box.decide(id, { decision: 'allow' });
      },
      runs: true,
      record: /^completed allow/,
    },
    {
      name: 'headless',
      script: touch,
      headless: true,
      person: async () => {},
      runs: false,
      record: null,
    },
  ],
};

/** How a question ended, in words that the cases compare. */
export function recordOf({ review }: Message): string {
  if (!review) return '';
  const { status, response, withdrawn, ranAt } = review;
  const ran = ranAt === null ? '' : ' (ran all the same)';
  const how = typeof response?.decision === 'string' ? response.decision : JSON.stringify(response);
  if (status === 'completed') return `${status} ${how}${ran}`;
  return withdrawn ? `${status} ${withdrawn.why ?? ''}` : status;
}

export const hasRun = (home: string): boolean => existsSync(join(home, 'work', MARK));
