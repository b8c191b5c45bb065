/** How the dashboard asks an owner for the settings of a way, in the `form.ts` of its folder. */

/** Something to do elsewhere first. */
export type Step = {
  text: string;
  link?: { label: string; url: string };
  /** A text to take along. */
  copy?: { what: string; text: string };
};

/** A setting that the page asks for. Its label is the one of the setting. */
export type Asked<Name extends string = string> = {
  name: Name;
  description: string;
  isOptional?: true;
  /** Seldom needed, so that it is shown folded. */
  isRare?: true;
  /** Texts of which one is usual. */
  offers?: readonly string[];
  /** A setting that is composed of several answers. */
  parts?: Parts;
};

export type Parts = {
  fields: readonly Part[];
  /** Well-known services, each with what it fills in. */
  services: readonly { label: string; fills: Record<string, string>; note: string }[];
  compose: (values: Record<string, string>) => Composed;
};

export type Part = {
  name: string;
  label: string;
  description?: string;
  placeholder?: string;
  isSecret?: true;
  isNumber?: true;
  alternatives?: readonly { value: string; label: string }[];
};

/** The setting, or the part that is wrong and why. */
export type Composed = { text: string } | { part: string; wrong: string };

export type Form<Name extends string = string> = {
  steps: readonly Step[];
  asks: readonly Asked<Name>[];
  /** Who else would send if these settings were others: the contacts are then confirmed again. */
  sender: { is: string; by: readonly Name[] } | null;
};

/** The names of settings that a form may ask for. */
export type FormOf<Settings> = Form<keyof Settings & string>;
