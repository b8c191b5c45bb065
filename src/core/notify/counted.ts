/** The words of a notification that counts questions. */
export const counted = (count: number): string =>
  count === 1 ? '1 question is pending' : `${count} questions are pending`;
