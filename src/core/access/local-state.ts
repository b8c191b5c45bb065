import type { OnOrOff } from './schema.ts';

export type LocalState = {
  answers: OnOrOff;
  /** The value of INBOX_LOCAL_ANSWERS. */
  setting: OnOrOff;
  /** When the audit log last recorded use of the local secret. */
  notedAt: number;
};

export const newLocalState = (setting: OnOrOff): LocalState => ({
  ...{ answers: setting, setting, notedAt: 0 },
});
