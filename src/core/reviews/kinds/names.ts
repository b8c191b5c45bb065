/** The kinds of review that need no plugin. */
export const builtInNames = ['approval', 'selection', 'form', 'text-input', 'freeform'] as const;
/** The plugins of every inbox. One of the same name in the data directory replaces it. */
export const bundledNames = ['rating', 'diff-review'] as const;

/** Each has a folder here, and renderers in the dashboard and the terminal. */
export const kindNames = [...builtInNames, ...bundledNames] as const;
export type KindName = (typeof kindNames)[number];

export const isBuiltIn = (type: string): boolean => builtInNames.some((name) => name === type);
export const isKind = (type: string): type is KindName => kindNames.some((name) => name === type);
