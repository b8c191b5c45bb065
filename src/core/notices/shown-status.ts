/** The status of a notice, in SQL: one that is gathered has come as far as the notice that counts it. */
export const SHOWN = `case when status = 'gathered' and "sentAt" is not null then 'accepted'
  when status = 'gathered' and "mayHaveArrived" = 1 then 'unknown' else status end`;
