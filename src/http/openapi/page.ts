/** The API page: plain HTML made of the document, so that it needs no script and no other host. */
import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';
import { css } from './style.ts';

type Content = { content?: Record<string, { schema: JsonSchema }> };
type Operation = {
  summary?: string;
  description?: string;
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  requestBody?: Content;
  responses?: Record<string, Content & { description: string }>;
};

export function apiPage({ info, paths, webhooks, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => section(`${method.toUpperCase()} ${path}`, one)),
  );
  const news = Object.entries(webhooks).map(([event, { post }]) =>
    section(event, post as Operation),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => named(name, schema));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Agent Inbox API</title><style>${css}</style></head>
<body><main><h1>Agent Inbox API <small>${html(info.version)}</small></h1>
<p>${html(info.description)} The same as a document: <a href="openapi.json">openapi.json</a>.</p>
<h2>Routes</h2>${operations.join('')}
<h2>Webhooks</h2>${news.join('')}
<h2>Schemas</h2>${schemas.join('')}
</main></body></html>
`;
}

function section(title: string, operation: Operation): string {
  const {
    summary = '',
    description = '',
    parameters = [],
    requestBody,
    responses = {},
  } = operation;
  const rows = parameters.map((one) => {
    const name = `<code>${html(one.name)}</code> <small>${one.in}</small>`;
    return row(one.required ? `${name} *` : name, typeOf(one.schema), html(one.description ?? ''));
  });
  const body = requestBody ? [row('<b>body</b>', contentOf(requestBody), '')] : [];
  const answers = Object.entries(responses).map(([status, answer]) =>
    row(`<b>${status}</b>`, contentOf(answer), html(answer.description)),
  );
  return `<details><summary><code>${html(title)}</code> ${html(summary)}</summary>
<p>${html(description)}</p><table>${[...rows, ...body, ...answers].join('')}</table></details>`;
}

function named(name: string, schema: JsonSchema): string {
  const { required = [], properties = {}, examples = [] } = schema;
  const rows = Object.entries(properties).map(([key, property]) => {
    const mark = required.includes(key) ? ' *' : '';
    return row(
      `<code>${html(key)}</code>${mark}`,
      typeOf(property),
      html(property.description ?? ''),
    );
  });
  const shown = examples.map((one) => `<pre>${html(JSON.stringify(one, null, 2))}</pre>`);
  return `<details id="${html(name)}"><summary><code>${html(name)}</code></summary>
<table>${rows.join('')}</table>${shown.join('')}</details>`;
}

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const contentOf = ({ content = {} }: Content) =>
  Object.entries(content)
    .map(([type, { schema }]) => (type === 'application/json' ? typeOf(schema) : html(type)))
    .join(', ');

/** A type in a few words, with links to the named ones. */
function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, anyOf, enum: values, const: value } = schema;
  if ($ref) return link($ref.split('/').at(-1) ?? '');
  if (value !== undefined) return `<code>${html(JSON.stringify(value))}</code>`;
  if (Array.isArray(values))
    return values.map((one) => `<code>${html(String(one))}</code>`).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(one as JsonSchema)).join(' or ');
  if (items) return `list of ${typeOf(items as JsonSchema)}`;
  return html([type].flat().filter(Boolean).join(' or '));
}

const link = (name: string) => `<a href="#${html(name)}">${html(name)}</a>`;

const html = (text: string) => Bun.escapeHTML(text);
