/** A mail server on loopback that keeps what it is sent. */
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

const PATIENCE_MS = 15_000;

export type Mail = {
  from: string;
  to: string[];
  raw: string;
  subject: string;
  text: string;
  header: (name: string) => string | undefined;
};
export type MailServer = Awaited<ReturnType<typeof testMailServer>>;

/** The status that the server answers an address with, or that it says nothing at all. */
type Refusal =
  | { at: 'rcpt' | 'data'; code: number; says?: string }
  | { at: 'data'; code: 'silence' };

export async function testMailServer(options: SMTPServerOptions = {}) {
  const mails: Mail[] = [];
  const waiting = new Set<() => void>();
  let tried = 0;
  let refusal: Refusal | null = null;
  const refuse = ({ code, says = 'Refused' }: { code: number; says?: string }) =>
    Object.assign(new Error(says), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    logger: false,
    ...options,
    onRcptTo(_, __, callback) {
      tried++;
      if (refusal?.at === 'rcpt') return callback(refuse(refusal));
      callback();
    },
    async onData(stream, session, callback) {
      const raw = await textOf(stream).catch(() => null);
      // The inbox gave the mail up.
      if (raw === null) return;
      if (refusal?.at === 'data' && refusal.code !== 'silence') return callback(refuse(refusal));
      mails.push(await readMail(raw, session.envelope));
      for (const wake of waiting) wake();
      if (refusal?.code !== 'silence') callback();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };

  async function has(count: number): Promise<Mail[]> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const wake = () => mails.length >= count && resolve();
    const tooFew = () => reject(new Error(`${mails.length} of ${count} mails came`));
    const timer = setTimeout(tooFew, PATIENCE_MS);
    waiting.add(wake);
    wake();
    await promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(wake);
    });
    return mails;
  }

  return {
    port,
    mails,
    has,
    url: `smtp://127.0.0.1:${port}`,
    /** How many recipients were offered. */
    tried: () => tried,
    /** Refuses later mails; null accepts them again. */
    refuse(next: Refusal | null): void {
      refusal = next;
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

type Envelope = { mailFrom: false | { address: string }; rcptTo: { address: string }[] };

async function readMail(raw: string, { mailFrom, rcptTo }: Envelope): Promise<Mail> {
  const read = await PostalMime.parse(raw);
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address),
    raw,
    subject: read.subject ?? '',
    text: read.text ?? '',
    header: (name) => read.headers.find(({ key }) => key === name.toLowerCase())?.value,
  };
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The code in a mail that has one. */
export const codeIn = (sent: { text: string } | undefined): string =>
  /\b\d{6}\b/.exec(sent?.text ?? '')?.[0] ?? '';
