/** The kinds of review that need no plugin. */
export const kindNames = ['approval', 'selection', 'form', 'text-input', 'freeform'] as const;

export const isBuiltIn = (type: string): type is (typeof kindNames)[number] =>
  kindNames.some((name) => name === type);
