/** Matches the patterns of a schema without backtracking. */
import { finds } from './matcher.ts';
import { type Translated, translate } from './pattern-syntax.ts';
import type { Program } from './re2.ts';
import type { At, Steps } from './steps.ts';

let engine: typeof import('./re2.ts') | undefined;

/** Loads the pattern compiler: it is large, and a browser needs it for few questions. */
export async function loadPatterns(): Promise<void> {
  engine ??= await import('./re2.ts');
}

const MOST_CHARACTERS = 1000;
const KEPT = 50;

type Compiled = { program: Program } | { problem: string };
const known = new Map<string, Compiled>();

/** Returns why a pattern cannot be evaluated here; undefined if it can, or before they are loaded. */
export function problemOf(pattern: string): string | undefined {
  const compiled = compiledOf(pattern);
  return compiled && 'problem' in compiled ? compiled.problem : undefined;
}

/** Charges the steps to compile a pattern, once per evaluation. */
export function chargeFor(pattern: string, steps: Steps, at: At): void {
  if (steps.compiled.has(pattern)) return;
  steps.compiled.add(pattern);
  const translated = translatedOf(pattern);
  if ('steps' in translated) steps.take(translated.steps, at);
}

/** Returns whether it matches in the text; undefined for one that cannot be evaluated here. */
export function matches(pattern: string, text: string, steps: Steps, at: At): boolean | undefined {
  chargeFor(pattern, steps, at);
  const compiled = compiledOf(pattern);
  if (!compiled || 'problem' in compiled) return undefined;
  return finds(compiled.program, text, steps, at);
}

function compiledOf(pattern: string): Compiled | undefined {
  if (pattern.length > MOST_CHARACTERS) return { problem: TOO_LONG };
  const kept = known.get(pattern);
  if (kept || !engine) return kept;
  const compiled = compileOrSay(pattern, engine.compile);
  if (known.size >= KEPT) known.delete(known.keys().next().value ?? '');
  known.set(pattern, compiled);
  return compiled;
}

const TOO_LONG = `A pattern must not exceed ${MOST_CHARACTERS} characters`;

function compileOrSay(pattern: string, compile: (source: string) => Program): Compiled {
  const translated = translatedOf(pattern);
  if ('problem' in translated) return translated;
  try {
    return { program: compile(translated.source) };
  } catch (error) {
    return { problem: cannot(error) };
  }
}

function translatedOf(pattern: string): Translated | { problem: string } {
  if (pattern.length > MOST_CHARACTERS) return { problem: TOO_LONG };
  try {
    new RegExp(pattern, 'u');
  } catch {
    return { problem: 'Invalid regular expression' };
  }
  try {
    return translate(pattern);
  } catch (error) {
    return { problem: cannot(error) };
  }
}

function cannot(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `This pattern cannot be checked: ${reason.replace('error parsing regexp: ', '')}`;
}
