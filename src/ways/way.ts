/** The facts about a way to reach people outside of the inbox, in the `way.ts` of its folder. */

/** A setting of the owner. Its variable is `INBOX_` and its name in upper case. */
export type WaySetting = {
  /** Its name in the dashboard, below that of its way. */
  label: string;
  /** Completes the sentence “INBOX_NTFY_URL must be …”. */
  takes: string;
  /** How a text is read: by a pattern, or by a reader of `setting-values.ts`. */
  reads: RegExp | 'text' | 'url' | 'smtpUrl' | 'sender' | 'emailOrHttps';
  /** For a URL: what to do for a server that requires a login, if there is something. */
  login?: string;
  /** Null for one that is not set, which turns the way off. */
  fallback: string | null;
  /** Never shown. */
  isSecret?: true;
  /** Only set where the server is started, such as the address of a public service. */
  isOutside?: true;
  /** Made by the inbox, if an owner turns the way on in the dashboard and gives none. */
  isMade?: true;
  about: string;
  /** In `docs/configuration.md`, beside `about`. */
  example: string;
  more?: string;
};

/** The values of settings. */
export type ValuesOf<Settings extends Record<string, WaySetting>> = {
  [Name in keyof Settings]: Settings[Name]['fallback'] extends string ? string : string | null;
};

/** An address as the database keeps it; `host` separates the servers that one way sends to. */
export type Address = { address: string; host: string | null; name: string };

/** The help that a way gets to read an address. */
export type Reading<Values> = {
  /** Refuses an address that the inbox cannot send to before the owner has set something. */
  mustBeSet: (name: keyof Values & string, what: string) => void;
  /** Refuses a URL that a user may not bring, by the rules of webhooks. */
  mustBeOutside: (url: string, what: string) => void;
  isMailAddress: (text: string) => boolean;
  /** The error for an address of another form. */
  refused: (sentence: string) => Error;
};

/** How it becomes a contact: by an address that its user types, by a link that a chat opens, or by itself. */
export type Added<Values> =
  | {
      by: 'address';
      /** The address in the API's document. */
      inApi: string;
      /** Whether it is verified by a code that is sent there; before that, nothing else is. */
      hasCode: boolean;
      read: (text: string, reading: Reading<Values>) => Address;
      /** Where a topic that the inbox has made is subscribed to; without it, the inbox makes none. */
      subscription?: (topic: string, settings: Values) => Subscription | null;
    }
  | {
      by: 'link';
      /** @param bot the name of the inbox's bot */
      linkOf: (bot: string, code: string) => string;
    }
  | { by: 'itself'; inApi: string };

/** Where an app subscribes to a topic. Anyone who has it can read what is sent there, and press. */
export type Subscription = {
  server: string;
  topic: string;
  /** Opens the app, as a QR code. */
  url: string;
};

/** How much of a question a notice has room for; what is left out has no limit. `docs/reach.md` has the same table. */
export type Room = {
  /** The longest text below the title. */
  most?: { count: number; of: 'letters' | 'bytes' | 'units' };
  lines?: number;
  longestTitle?: number;
  /** If there are more options, the notice has none of them. */
  buttons?: number;
};

export type Way<Values> = {
  label: string;
  settings: Record<string, WaySetting>;
  /** The settings without which nothing is sent by it. */
  needs: readonly (keyof Values & string)[];
  added: Added<Values>;
  /**
   * How a question is answered there: by buttons that post a link, by links that open a page, in a chat whose
   * service names the person, or in the notification of a browser with its session. Null for not at all.
   */
  answers: 'buttons' | 'links' | 'chat' | 'session' | null;
  /** Whether it is set to listen for answers; null for a way that does not. */
  listens: ((settings: Values) => boolean) | null;
  /** Whether what is sent there can be taken back or replaced. */
  isTakenBack: boolean;
  /** The hosts where all that is sent has to alert, so that nothing is taken back. */
  onlyAlerts?: readonly string[];
  /** The hosts where others may read what is sent: a contact begins without answers, and shows titles alone. */
  publicHosts?: readonly string[];
  /** Who reports that something arrived. */
  arrival: 'device' | 'user';
  /** How long it waits for an answer on a faster way, if its user has one. */
  delaySeconds: number;
  room: Room;
  /** The host that the settings name; each address may have its own. */
  host: (settings: Values) => string | null;
  /**
   * Who sends for this inbox: the server, the bot or the account, and nothing secret of it. If that changes, it is
   * not known any longer who reads what is sent to a contact. Null if nothing is set.
   */
  account: (settings: Values) => string | null;
  terminal: {
    /** The flag of `inbox contact add` and its prompt; null for what adds itself. */
    add: {
      flag: string;
      about: string;
      /** The settings of the server that it needs. */
      setBy: string;
      /** Prompts for the address; null for a chat that is added by a link. */
      question: string | null;
      example: string;
    } | null;
    /** Printed if a test was accepted but did not arrive. */
    missing: string;
  };
  dashboard: {
    about: string;
    /** Null for what is not added by its address. */
    field: { label: string; placeholder: string; description: string } | null;
    /** The check to make if a test did not arrive. */
    missing: string;
  };
};

/** The host of a URL that the owner has set. */
export const hostIn = (url: string | null): string | null =>
  (url === null ? null : URL.parse(url)?.host) || null;
