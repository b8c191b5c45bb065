/** The status of a notice, in SQL: one whose question was counted silently, and that is still to alert, was sent. */
export const SHOWN = `case when status = 'waiting' and "sentAt" is not null then 'accepted' else status end`;
