/** Where people open a question, at an inbox that they open by this URL. */
export const questionLink = (publicUrl: string, id: string) =>
  `${publicUrl.replace(/\/$/, '')}/m/${id}`;
