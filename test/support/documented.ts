/** Holds every answer that a test gets against the interface's own document. */

import { expect } from 'bun:test';
import { type Schema, Validator } from '@cfworker/json-schema';

type Answers = Record<string, { content?: Record<string, { schema: object }> }>;
type Operation = { responses: Answers };
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
};

let known: Promise<Document> | undefined;
const validators = new Map<string, Validator>();

/** The document is made of the code, so one server's is every server's. */
export const documentOf = (url: string) =>
  (known ??= fetch(`${url}/openapi.json`).then((answer) => answer.json() as Promise<Document>));

/** Fails where the status or the body of an answer is not as the document says. */
export async function expectDocumented(
  url: string,
  method: string,
  path: string,
  response: Response,
  body: unknown,
): Promise<void> {
  const document = await documentOf(url);
  const found = operationAt(document, method, path.split('?')[0] ?? path);
  if (!found) return;
  const [name, operation] = found;
  const answer = operation.responses[response.status];
  expect(answer, `${name} answered ${response.status}, which is not documented`).toBeDefined();
  const schema = answer?.content?.['application/json']?.schema;
  if (!schema || !response.headers.get('content-type')?.startsWith('application/json')) return;
  const validator = validatorOf(document, `${name} ${response.status}`, schema);
  const { errors } = validator.validate(body);
  expect(errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`)).toEqual([]);
}

/** The documented operation that a request meets; a literal path before one with parameters. */
function operationAt({ paths }: Document, method: string, path: string) {
  const fitting = Object.keys(paths)
    .filter((pattern) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(path))
    .sort((one, other) => one.split('{').length - other.split('{').length);
  for (const pattern of fitting) {
    const operation = paths[pattern]?.[method.toLowerCase()];
    if (operation) return [`${method} ${pattern}`, operation] as const;
  }
  return undefined;
}

function validatorOf({ components }: Document, name: string, schema: object): Validator {
  const kept =
    validators.get(name) ?? new Validator({ ...schema, components } as Schema, '2020-12');
  validators.set(name, kept);
  return kept;
}
