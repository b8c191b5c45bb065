/** The key that answers a prompt by the place of a choice: the first nine have one. */
export const numberKey = (at: number) => (at < 9 ? `${at + 1}` : undefined);
