import { look } from '../look.ts';

/** The look of the API page. */
export const css = `${look}
main { max-width: 860px; margin: 0 auto; padding: 32px 16px }
h1 { font-size: 21px } h2 { font-size: 15px; margin: 32px 0 8px; color: var(--soft) } small { color: var(--soft) }
a { color: var(--accent) } code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
details { border-bottom: 1px solid var(--line) } summary { padding: 8px 4px; cursor: pointer }
table { width: 100%; border-collapse: collapse; margin-bottom: 12px } td { padding: 4px 12px 4px 4px; vertical-align: top; border-top: 1px solid var(--line); font-size: 13px }
pre { background: var(--side); padding: 12px; border-radius: 8px; overflow-x: auto }
`;
