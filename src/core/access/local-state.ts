import type { OnOrOff } from './schema.ts';

export type LocalState = {
  /** The value of INBOX_LOCAL_ANSWERS. */
  setting: OnOrOff;
  /** When this process last noted in the audit log that the local secret was used. */
  notedAt: number;
};

export const newLocalState = (setting: OnOrOff): LocalState => ({
  setting,
  notedAt: 0,
});
