/** The path of the inbox on its host; empty at the root. Scripts are in its folder `assets`. */
export const base = new URL('..', import.meta.url).pathname.slice(0, -1);

/** Returns the URL at which agents and terminals reach the inbox. */
export const homeUrl = () => window.location.origin + base;

/** The documentation, which is not a page of the dashboard. */
export const docsUrl = `${base}/docs/index`;
export const reachDocsUrl = `${base}/docs/reach`;
