/** What the owner has set to reach people by; each way is off until it is set. */
export type Ways = {
  /** The base URL of an ntfy server. */
  ntfyUrl: string | null;
  ntfyToken: string | null;
  /** The base URL of Apprise's API. */
  appriseUrl: string | null;
};

export const noWays: Ways = { ntfyUrl: null, ntfyToken: null, appriseUrl: null };
