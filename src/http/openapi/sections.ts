/** The sections of the API page: an operation, a webhook or a schema each. */
import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';

export type Section = {
  id: string;
  /** The heading that it is listed under. */
  group: string;
  title: string;
  /** The text that the search looks at, in lower case. */
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
  responses?: Record<string, Answer | { $ref: string }>;
};
type Answer = Content & { description: string; headers?: Record<string, unknown> };
type Shared = Record<string, Answer>;

/** Returns the sections in the order in which they are shown. */
export function sectionsOf({ paths, webhooks, components }: OpenApiDocument): Section[] {
  const shared = components.responses as Shared;
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, one]) => {
      const title = `${method.toUpperCase()} ${path}`;
      const about = { id: one.operationId ?? title, group: one.tags?.[0] ?? 'Other', title };
      return operationSection(about, one, shared);
    }),
  );
  const byTag = [...Map.groupBy(routes, ({ group }) => group).values()].flat();
  const posted = Object.entries(webhooks).map(([event, { post }]) =>
    operationSection({ id: event, group: 'Webhooks', title: event }, post as Operation, shared),
  );
  const schemas = Object.entries(components.schemas).map(([name, one]) => schemaSection(name, one));
  return [...byTag, ...posted, ...schemas];
}

type About = Pick<Section, 'id' | 'group' | 'title'>;

/** An operation: its title, then its parameters, body and answers. */
function operationSection(about: About, operation: Operation, shared: Shared): Section {
  const { title } = about;
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
  const answers = Object.entries(responses).map(([status, one]) => {
    const answer = '$ref' in one ? shared[one.$ref.split('/').at(-1) ?? ''] : one;
    const { description: what = '', headers = {} } = answer ?? {};
    const names = Object.keys(headers).filter((name) => !/^(RateLimit|X-Request)/.test(name));
    const named = names.map((name) => ` <code>${html(name)}</code>`).join('');
    return row(`<b>${status}</b>`, contentOf(answer ?? {}), prose(what) + named);
  });
  const head = `<code>${html(title)}</code> ${prose(summary)}`;
  const text = `<p>${prose(description)}</p><table>${[...rows, ...body, ...answers].join('')}</table>`;
  return folded({ ...about, head, text, words: `${about.id} ${title} ${summary} ${description}` });
}

/** A named schema: its fields, and an example. */
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

/** A link to something inside opens it. */
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

/** Describes a type in a few words, with links to the named ones. */
function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, anyOf, enum: values, const: value } = schema;
  if ($ref) return link($ref.split('/').at(-1) ?? '');
  if (value !== undefined) return `<code>${html(JSON.stringify(value))}</code>`;
  if (Array.isArray(values))
    return values.map((one) => `<code>${html(String(one))}</code>`).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(one as JsonSchema)).join(' or ');
  if (items) return `array of ${typeOf(items as JsonSchema)}`;
  return html([type].flat().filter(Boolean).join(' or '));
}

const link = (name: string) => `<a href="#${html(name)}">${html(name)}</a>`;

export const html = (text: string) => Bun.escapeHTML(text);

/** Renders a description, with its code as code. */
export const prose = (text: string) => html(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
