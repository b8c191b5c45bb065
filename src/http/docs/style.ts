/** The styles of the documentation's pages, in addition to those of the API page. */
export const style = `
.docs { overflow-wrap: break-word }
.docs main { max-width: 820px } .docs main:focus { outline: none }
.skip { position: absolute; left: -999px } .skip:focus { left: 8px; top: 8px; z-index: 1; padding: 6px 10px; border-radius: 7px; background: var(--page) }
.docs nav ul ul { margin: 0 0 6px 12px; border-left: 1px solid var(--line); padding-left: 10px }
.docs nav .group { margin: 14px 0 2px; color: var(--soft); font-size: 12px; font-weight: 650 }
.docs nav [aria-current] { font-weight: 650; color: var(--accent) }
.docs .beside { margin-top: 12px } .docs .above { display: none; border: 0; margin-top: 8px }
.docs h1 { font-size: 26px; line-height: 1.25; margin: 0 0 16px } .docs h2 { font-size: 19px; line-height: 1.3; font-weight: 650; color: var(--ink); margin: 36px 0 10px }
.docs h3 { font-size: 16px; font-weight: 650; margin: 28px 0 8px } .docs h4 { font-size: 15px; margin: 22px 0 6px }
.anchor { color: var(--soft); text-decoration: none; font-weight: 400; opacity: 0 } :is(h1, h2, h3, h4, h5, h6):hover > .anchor, .anchor:focus-visible { opacity: 1 }
.docs main [id] { scroll-margin-top: 16px }
.docs pre { white-space: pre; overflow-x: auto; border: 1px solid var(--line) }
.docs :not(pre) > code { padding: 1px 4px; border-radius: 4px; background: var(--side); overflow-wrap: anywhere }
.wide { overflow-x: auto; margin: 12px 0 } .docs table { width: auto; min-width: 100%; margin: 0 } .docs th { padding: 4px 12px 4px 4px; text-align: left; font-size: 13px; font-weight: 650 }
.docs td, .docs th { min-width: 7em; max-width: 32em } .docs td code { overflow-wrap: break-word }
.docs main img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px } .in-dark { display: none }
@media (prefers-color-scheme: dark) { :root:not([data-mantine-color-scheme="light"]) .in-dark { display: inline } :root:not([data-mantine-color-scheme="light"]) .in-light { display: none } }
:root[data-mantine-color-scheme="dark"] .in-dark { display: inline } :root[data-mantine-color-scheme="dark"] .in-light { display: none }
blockquote { margin: 12px 0; padding: 2px 14px; border-left: 3px solid var(--line) }
.pages dt, .found dt { margin-top: 16px; font-weight: 650 } .pages dd, .found dd { margin: 2px 0 0 } .found small { font-weight: 400 }
mark { background: none; color: inherit; font-weight: 650; text-decoration: underline 2px var(--accent); text-underline-offset: 3px }
@media (width < 800px) { .docs .beside { display: none } .docs .above { display: block } .docs .above > summary { padding: 6px 0 } .docs nav li a { padding: 6px 0 } }
@media print { .docs nav, .anchor { display: none } .sides { display: block } }
`;
