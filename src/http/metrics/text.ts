/** Prometheus' text format, version 0.0.4. */

type Labels = Record<string, string>;
/**
 * The number of values, by the index of the first bound that is not below them; the last counts all
 * others.
 */
export type Histogram = { counts: number[]; sum: number };

export type Metric = { name: string; help: string } & (
  | { type: 'counter' | 'gauge'; values: { labels?: Labels; value: number }[] }
  | {
      type: 'histogram';
      bounds: readonly number[];
      values: { labels?: Labels; value: Histogram }[];
    }
);

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export const writeMetrics = (metrics: Metric[]): string => metrics.map(write).join('');

export const newHistogram = (bounds: readonly number[]): Histogram => ({
  counts: new Array(bounds.length + 1).fill(0),
  sum: 0,
});

export function observe(histogram: Histogram, bounds: readonly number[], value: number, times = 1) {
  let at = 0;
  while (at < bounds.length && value > (bounds[at] ?? 0)) at++;
  histogram.counts[at] = (histogram.counts[at] ?? 0) + times;
  histogram.sum += value * times;
}

function write(metric: Metric): string {
  const { name, help, type } = metric;
  const lines =
    metric.type === 'histogram'
      ? metric.values.flatMap(({ labels, value }) => buckets(name, metric.bounds, labels, value))
      : metric.values.map(({ labels, value }) => line(name, labels, value));
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function buckets(name: string, bounds: readonly number[], labels: Labels = {}, value: Histogram) {
  let count = 0;
  const cumulative = value.counts.map((own, at) => {
    count += own;
    return line(`${name}_bucket`, { ...labels, le: String(bounds[at] ?? '+Inf') }, count);
  });
  return [
    ...cumulative,
    line(`${name}_sum`, labels, value.sum),
    line(`${name}_count`, labels, count),
  ];
}

function line(name: string, labels: Labels = {}, value: number): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}\n`;
}

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
