/** What failed by a JUnit report: where, what and why. */
export function failuresIn(report: string): string[] {
  const failed = report.matchAll(/<testcase ([^>]*[^/>])>\s*<failure ([^>]*?)(?:\/>|>([^<]*)<)/g);
  return [...failed].map(([, test = '', failure = '', trace = '']) => {
    const why = (plain(trace) || attribute(failure, 'message')).trim();
    const where = `${attribute(test, 'file')}:${attribute(test, 'line')}`;
    return `${where} ${attribute(test, 'name')}\n${why.replaceAll(/^(?=.)/gm, '  ')}`;
  });
}

function attribute(attributes: string, name: string): string {
  return plain(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function plain(xml: string): string {
  return xml.replaceAll(/&(?:#(\d+)|(\w+));/g, (entity, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (signs[name] ?? entity),
  );
}
