/** What the API page is made of: an operation, a webhook or a schema each. */
import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';

export type Section = {
  id: string;
  /** Under what it is listed. */
  group: string;
  title: string;
  /** What is searched of it, in lower case. */
  words: string;
  html: string;
};

type Content = { content?: Record<string, { schema: JsonSchema }> };
type Operation = {
  operationId?: string;
  tags?: string[];
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

/** In the order in which they are shown. */
export function sectionsOf({ paths, webhooks, components }: OpenApiDocument): Section[] {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, one]) => {
      const title = `${method.toUpperCase()} ${path}`;
      return operationSection(one.operationId ?? title, one.tags?.[0] ?? 'Other', title, one);
    }),
  );
  const byTag = [...Map.groupBy(routes, ({ group }) => group).values()].flat();
  const posted = Object.entries(webhooks).map(([event, { post }]) =>
    operationSection(event, 'Webhooks', event, post as Operation),
  );
  const schemas = Object.entries(components.schemas).map(([name, one]) => schemaSection(name, one));
  return [...byTag, ...posted, ...schemas];
}

/** An operation: its title, and behind it what it takes and answers. */
function operationSection(id: string, group: string, title: string, operation: Operation): Section {
  const {
    summary = '',
    description = '',
    parameters = [],
    requestBody,
    responses = {},
  } = operation;
  const rows = parameters.map((one) => {
    const name = `<code>${html(one.name)}</code> <small>${one.in}</small>`;
    return row(one.required ? `${name} *` : name, typeOf(one.schema), prose(one.description ?? ''));
  });
  const body = requestBody ? [row('<b>body</b>', contentOf(requestBody), '')] : [];
  const answers = Object.entries(responses).map(([status, answer]) =>
    row(`<b>${status}</b>`, contentOf(answer), prose(answer.description)),
  );
  const head = `<code>${html(title)}</code> ${prose(summary)}`;
  const text = `<p>${prose(description)}</p><table>${[...rows, ...body, ...answers].join('')}</table>`;
  return folded({ id, group, title, head, text, words: `${title} ${summary} ${description}` });
}

/** A named schema: its fields and an example. */
function schemaSection(name: string, schema: JsonSchema): Section {
  const { required = [], properties = {}, examples = [] } = schema;
  const rows = Object.entries(properties).map(([key, property]) => {
    const mark = required.includes(key) ? ' *' : '';
    return row(
      `<code>${html(key)}</code>${mark}`,
      typeOf(property),
      prose(property.description ?? ''),
    );
  });
  const shown = examples.map((one) => `<pre>${html(JSON.stringify(one, null, 2))}</pre>`);
  const head = `<code>${html(name)}</code>`;
  const text = `<table>${rows.join('')}</table>${shown.join('')}`;
  const words = `${name} ${Object.keys(properties).join(' ')}`;
  return folded({ id: name, group: 'Schemas', title: name, head, text, words });
}

type Parts = Omit<Section, 'html' | 'words'> & { head: string; text: string; words: string };

/** A link to what is inside opens it. */
function folded({ head, text, words, ...section }: Parts): Section {
  const { id } = section;
  return {
    ...section,
    words: words.toLowerCase(),
    html: `<details><summary>${head}</summary><div id="${html(id)}">${text}</div></details>`,
  };
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

export const html = (text: string) => Bun.escapeHTML(text);

/** A text of ours, with its code as code. */
export const prose = (text: string) => html(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
