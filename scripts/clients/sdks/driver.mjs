/**
 * A program with a client of an MCP SDK for TypeScript: does what lines of JSON on stdin say, and writes what came of
 * it. It is run by Node, from where the SDK is installed.
 */
import { createInterface } from 'node:readline';

const { INBOX_DRIVEN: driven } = process.env;
const { sdk, mode, name, url, command, env, headers } = JSON.parse(driven);

const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const calls = new Map();

const first = sdk === '@modelcontextprotocol/sdk';
const { Client } = await import(first ? `${sdk}/client/index.js` : sdk);
const client = new Client({ name, version: '1' }, first ? {} : { versionNegotiation: { mode } });
await client.connect(await transport());
write({ speaks: client.transport.protocolVersion ?? client.getNegotiatedProtocolVersion?.() });

for await (const line of createInterface(process.stdin)) {
  const { id, tool, input, timeout, cancel } = JSON.parse(line);
  if (cancel !== undefined) calls.get(cancel).abort();
  else void call(id, { name: tool, arguments: input }, timeout);
}
await client.close();
process.exit();

async function transport() {
  if (command) {
    const { StdioClientTransport } = await import(
      first ? `${sdk}/client/stdio.js` : `${sdk}/stdio`
    );
    const [program, ...args] = command;
    return new StdioClientTransport({ command: program, args, env });
  }
  const { StreamableHTTPClientTransport } = await import(
    first ? `${sdk}/client/streamableHttp.js` : sdk
  );
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
}

async function call(id, params, timeout) {
  const ending = new AbortController();
  calls.set(id, ending);
  const options = { signal: ending.signal, ...(timeout ? { timeout } : {}) };
  try {
    const result = await client.callTool(params, ...(first ? [undefined] : []), options);
    write({ id, result });
  } catch (error) {
    write({ id, error: String(error) });
  }
}
