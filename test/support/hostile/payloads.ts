/** Payloads that are hard to judge. */

const times = <T>(count: number, of: (index: number) => T) =>
  Array.from({ length: count }, (_, n) => of(n));

/** A form with this many selects and options. */
export const wideForm = (fields: number, options: number) => ({
  fields: times(fields, (n) => ({
    name: `f${n}`,
    type: 'select',
    label: `F${n}`,
    options: times(options, (o) => ({ label: `O${o}`, value: `o${o}` })),
  })),
});

export const patterns = [
  '^(a+)+$',
  '^(\\w+\\s?)*$',
  '.*.*.*.*x$',
  '(a|aa)+$',
  '(a|a?)+b',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(?=(a+))a*b\\1',
  '^(.*?,){20}P',
  '(x+x+)+y',
  '\\s+$',
  '(?:(?:a{1,30}){1,30}){1,30}$',
  '(a',
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
];
