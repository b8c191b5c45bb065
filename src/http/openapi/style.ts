/** The look of the API page, light and dark. */
export const css = `
:root { color-scheme: light dark; --page: #fff; --ink: #1c1e24; --soft: #646974; --line: #e7e8ec; --side: #f7f7f9; --accent: #4c55c9 }
@media (prefers-color-scheme: dark) { :root { --page: #191a20; --ink: #ecedf1; --soft: #9a9fab; --line: #26282f; --side: #14151a; --accent: #9aa2ff } }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 860px; margin: 0 auto; padding: 32px 16px }
h1 { font-size: 21px } h2 { font-size: 15px; margin: 32px 0 8px; color: var(--soft) } small { color: var(--soft) }
a { color: var(--accent) } code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
details { border-bottom: 1px solid var(--line) } summary { padding: 8px 4px; cursor: pointer }
table { width: 100%; border-collapse: collapse; margin-bottom: 12px } td { padding: 4px 12px 4px 4px; vertical-align: top; border-top: 1px solid var(--line); font-size: 13px }
pre { background: var(--side); padding: 12px; border-radius: 8px; overflow-x: auto }
`;
