/** The colours and the text styles of the pages beside the dashboard, light and dark. */
export const look = `
:root { color-scheme: light dark; --page: #fff; --ink: #1c1e24; --soft: #646974; --line: #e7e8ec; --side: #f7f7f9; --accent: #3b5bdb; --good: #1f7a4d; --bad: #b3352b }
@media (prefers-color-scheme: dark) { :root { --page: #191a20; --ink: #ecedf1; --soft: #9a9fab; --line: #26282f; --side: #14151a; --accent: #91a7ff; --good: #5fd39a; --bad: #ff8f85 } }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
`;
