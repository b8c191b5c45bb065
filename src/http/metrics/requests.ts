import { pathOf } from '../gates/incoming.ts';
import { type Histogram, type Metric, newHistogram, observe } from './text.ts';

type Routes = readonly { path: string }[];
type Answered = { method: string; route: string };
type Series = Answered & { statuses: Map<number, number>; seconds: Histogram };

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Counts requests by route, never by path: a caller must not be able to create series at will. */
export function createRequestCount(routes: Routes) {
  const seriesOf = new Map<string, Series>();
  const routeOf = routeFinder(routes);

  function find({ method, route }: Answered): Series {
    const key = `${method} ${route}`;
    const known = seriesOf.get(key);
    if (known) return known;
    const series = { method, route, statuses: new Map(), seconds: newHistogram(SECONDS) };
    seriesOf.set(key, series);
    return series;
  }

  return {
    note(request: Request, status: number, seconds: number): void {
      const method = METHODS.includes(request.method) ? request.method : 'other';
      const series = find({ method, route: routeOf(pathOf(request)) });
      series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1);
      observe(series.seconds, SECONDS, seconds);
    },
    metrics: (): Metric[] => [
      {
        name: 'inbox_http_requests_total',
        help: 'Requests answered.',
        type: 'counter',
        values: [...seriesOf.values()].flatMap(({ method, route, statuses }) =>
          [...statuses].map(([status, value]) => ({
            labels: { method, route, status: String(status) },
            value,
          })),
        ),
      },
      {
        name: 'inbox_http_request_duration_seconds',
        help: 'Time from the request to the response headers, in seconds.',
        type: 'histogram',
        bounds: SECONDS,
        values: [...seriesOf.values()].map(({ method, route, seconds }) => ({
          labels: { method, route },
          value: seconds,
        })),
      },
    ],
  };
}

/** `none` for a path without a route. */
function routeFinder(routes: Routes): (path: string) => string {
  const patterns = [...new Set(routes.map(({ path }) => withoutSlash(path)))];
  const literal = new Set(patterns.filter((pattern) => !pattern.includes(':')));
  const open = patterns
    .filter((pattern) => pattern.includes(':'))
    .map((pattern) => ({ pattern, fits: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`) }));
  return (path) => {
    const plain = withoutSlash(path);
    if (literal.has(plain)) return plain;
    return open.find(({ fits }) => fits.test(plain))?.pattern ?? 'none';
  };
}

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path);
