/** The OpenAPI 3.1 document, made from the routes and the schemas that they validate with. */
import { startSlice } from '../../core/slices.ts';
import { version } from '../../version.ts';
import { errorComponents } from './answers.ts';
import { examples } from './examples.ts';
import { headerComponents } from './headers.ts';
import { isShown, type Operation, operationOf, type Route } from './operations.ts';
import { payloadRules } from './payloads.ts';
import { Schemas } from './schemas.ts';
import { webhooks } from './webhooks.ts';

export type OpenApiDocument = Awaited<ReturnType<typeof openApiDocument>>;

/**
 * Makes the document in slices: in one piece it would block every other request.
 * @param base the path under which people open the inbox; '' at the root
 */
export async function openApiDocument(routes: Route[], base: string) {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, Operation>> = {};
  let hasTime = startSlice();
  for (const route of routes.filter(isShown)) {
    if (!hasTime()) {
      await new Promise(setImmediate);
      hasTime = startSlice();
    }
    const path = route.path.replace(/(.)\/$/, '$1').replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(route, path, schemas),
    };
  }
  await new Promise(setImmediate);
  const hooks = webhooks(schemas);
  const responses = errorComponents(schemas);
  payloadRules(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent Inbox',
      version,
      description:
        'AI agents ask questions and people answer them. Agents authenticate with an API key (`hp_…`); people with a token (`hu_…`) or a session. The API calls a question a review and a channel an agent. Every path that supports GET also supports HEAD. OPTIONS returns 204 with the supported methods in `Allow`. A request whose URL and headers exceed 16KiB gets a 431 without a body.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base || '/' }],
    security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
    paths,
    webhooks: hooks,
    components: {
      schemas: schemas.components(examples),
      responses,
      headers: headerComponents,
      securitySchemes,
    },
  };
}

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'Key of an agent: `hp_…`',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of a user (`hu_…`), or key of an agent (`hp_…`)',
  },
  decision: {
    type: 'http',
    scheme: 'bearer',
    description: 'Decision link: `hd_…`, with the place of an option after a dot',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'inbox_session',
    description: 'Session of a logged-in user',
  },
};
