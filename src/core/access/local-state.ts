import type { OnOrOff } from './schema.ts';

export type LocalState = {
  answers: OnOrOff;
  /** Of INBOX_LOCAL_ANSWERS. */
  setting: OnOrOff;
  /** When the audit log last noted that the local secret was used. */
  notedAt: number;
};

export const newLocalState = (setting: OnOrOff): LocalState => ({
  ...{ answers: setting, setting, notedAt: 0 },
});
