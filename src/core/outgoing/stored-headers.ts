import { type Issue, invalid } from '../errors.ts';
import { type GivenHeaders, keepsHeaders, type WebhookHeaders } from './schema.ts';

type Stored = { url: string; headers: WebhookHeaders } | null;

/** Returns the headers to store: null keeps a stored value, which goes to no host but its own. */
export function headersToStore(given: GivenHeaders, url: string, stored: Stored): WebhookHeaders {
  const headers: [string, string][] = [];
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(given)) {
    const kept = value ?? storedValue(name, stored);
    if (kept === undefined)
      issues.push(issue(name, 'No value is stored for this header. Enter one'));
    else if (value === null && stored && !keepsHeaders(stored.url, url)) {
      const { host } = new URL(stored.url);
      issues.push(
        issue(name, `The stored value was entered for ${host}. Enter it again for this URL`),
      );
    } else headers.push([name, kept]);
  }
  if (issues.length > 0) throw invalid(issues);
  return Object.fromEntries(headers);
}

function storedValue(name: string, stored: Stored): string | undefined {
  const lower = name.toLowerCase();
  return Object.entries(stored?.headers ?? {}).find(([one]) => one.toLowerCase() === lower)?.[1];
}

const issue = (name: string, message: string): Issue => ({
  code: 'custom',
  message,
  path: ['headers', name],
});
