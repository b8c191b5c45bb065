/**
 * Says whom a server's process works for: a request, a socket, or itself. Requests that
 * came together are served in one turn of the event loop, and none of them holds it as long as all.
 */

/** The client names the kind of its request in it. */
export const KIND = 'x-kind';

const OWN = { kind: 'no request' };
type Owner = { kind: string };

/** Calls `enter` as soon as other work starts, before the server listens. */
export function followTurns(enter: (owner: Owner) => void, end: () => void): void {
  let ending = false;
  const owners = new WeakMap<object, Owner>();
  const begin = (of: object, kind: string) => {
    const owner = owners.get(of) ?? { kind };
    owners.set(of, owner);
    enter(owner);
    if (ending) return;
    ending = true;
    setImmediate(() => {
      ending = false;
      end();
      enter(OWN);
    });
  };

  const serve = Bun.serve;
  Bun.serve = ((options: Bun.Serve.Options<unknown>) =>
    serve({ ...options, ...followed(options as Handlers, begin) } as never)) as typeof serve;
  const text = Request.prototype.text;
  Request.prototype.text = async function (this: Request) {
    const read = await text.call(this);
    begin(this, kindOf(this));
    return read;
  };
}

type Handlers = {
  fetch: (this: unknown, request: Request, ...rest: unknown[]) => unknown;
  websocket: Record<string, unknown>;
};
type Begin = (of: object, kind: string) => void;

function followed({ fetch, websocket }: Handlers, begin: Begin): Handlers {
  const { message } = websocket as { message: (socket: object, ...rest: unknown[]) => unknown };
  return {
    fetch(request, ...rest) {
      begin(request, kindOf(request));
      return fetch.call(this, request, ...rest);
    },
    websocket: {
      ...websocket,
      message(socket: object, ...rest: unknown[]) {
        begin(socket, 'socket');
        return message(socket, ...rest);
      },
    },
  };
}

const kindOf = (request: Request) => request.headers.get(KIND) ?? request.method;
