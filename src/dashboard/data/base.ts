/** The path under which the inbox is on its host; empty at the root. Scripts are in its folder `assets`. */
export const base = new URL('..', import.meta.url).pathname.slice(0, -1);

/** The inbox as agents and terminals reach it from outside. */
export const homeUrl = () => window.location.origin + base;

/** The documentation, which is no page of the dashboard. */
export const docsUrl = `${base}/docs/index`;
