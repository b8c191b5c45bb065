/** The verdicts of answers: for lists, colours and signs. */
export const verdicts = [
  ...(['approved', 'rejected', 'changes-requested', 'dismissed', 'other'] as const),
] as const;
export type Verdict = (typeof verdicts)[number];
