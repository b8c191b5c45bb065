/** A finding of a check, in a sentence, and the remedy. */
export type Finding = {
  check: string;
  result: 'ok' | 'warn' | 'fail';
  says: string;
  next: string | null;
};

/** Creates the findings of one check. */
export const findings = (check: string) => ({
  ok: (says: string): Finding => ({ check, result: 'ok', says, next: null }),
  warn: (says: string, next: string): Finding => ({ check, result: 'warn', says, next }),
  fail: (says: string, next: string): Finding => ({ check, result: 'fail', says, next }),
});
