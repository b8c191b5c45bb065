/** The documentation as build/docs.ts renders it. */

export type DocsPage = {
  /** Its name in the address: `install` for docs/install.md. */
  name: string;
  /** Its readers' aim in the README's list, such as “run a server”; empty for a page that is not listed. */
  group: string;
  title: string;
  /** Its first sentence. */
  about: string;
  html: string;
  sections: DocsSection[];
};

/** A heading with the text below it, for the search. */
export type DocsSection = {
  id: string;
  depth: number;
  title: string;
  paragraphs: string[];
};

export type Docs = {
  /** In reading order. */
  pages: DocsPage[];
  /** By the name under `docs/pictures/`, with its hash. */
  pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
};
