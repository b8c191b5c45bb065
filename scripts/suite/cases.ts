/** One test of a JUnit report; `failure` says where, what and why. */
export type Case = { file: string; isSkipped: boolean; failure: string | null };

export function casesIn(report: string): Case[] {
  const cases = report.matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs);
  return [...cases].map(([, attributes = '', content = '']) => ({
    file: attribute(attributes, 'file'),
    isSkipped: content.includes('<skipped'),
    failure: failureOf(attributes, content),
  }));
}

function failureOf(test: string, content: string): string | null {
  const [found, failure = '', trace = ''] =
    /<failure ([^>]*?)(?:\/>|>([^<]*)<)/.exec(content) ?? [];
  if (found === undefined) return null;
  const why = (plain(trace) || attribute(failure, 'message')).trim();
  const where = [attribute(test, 'file'), attribute(test, 'line')].filter(Boolean).join(':');
  return `${where} ${attribute(test, 'name')}\n${indented(why)}`;
}

export const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '  ');

function attribute(attributes: string, name: string): string {
  return plain(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function plain(xml: string): string {
  return xml.replaceAll(/&(?:#(\d+)|(\w+));/g, (entity, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (signs[name] ?? entity),
  );
}
