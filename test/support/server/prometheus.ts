/** Reads Prometheus' text format, and throws at what is not of it. */

export type Scraped = { types: Map<string, string>; values: Map<string, number> };

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`);
const HELP = new RegExp(`^# HELP (${NAME}) (.+)$`);
const LABELS = '(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*",?)+';
const SAMPLE = new RegExp(`^(${NAME})(\\{${LABELS}\\})? (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`);

/** The values by name and labels as they are written: `inbox_http_requests_total{method="GET",…}`. */
export function parseMetrics(text: string): Scraped {
  const scraped: Scraped = { types: new Map(), values: new Map() };
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  for (const line of text.slice(0, -1).split('\n')) read(scraped, line);
  return scraped;
}

function read({ types, values }: Scraped, line: string): void {
  const [, typed, type] = TYPE.exec(line) ?? [];
  if (typed && type && !types.has(typed)) return void types.set(typed, type);
  if (HELP.test(line)) return;
  const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
  const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
  const key = name + labels;
  if (!types.has(family) || values.has(key)) throw new Error(`not of the format: ${line}`);
  values.set(key, Number(value));
}
