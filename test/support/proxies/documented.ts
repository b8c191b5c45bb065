/** A proxy of the system's packages with a configuration of docs/proxies.md, on loopback and with a certificate of its own. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '../../../scripts/tools.ts';
import { removeDirectory, temporaryDirectory } from '../machine/directory.ts';
import { freePort } from '../machine/free-port.ts';

const page = join(import.meta.dir, '../../../docs/proxies.md');
const PATIENCE_MS = 20_000;

type Kind = 'nginx' | 'caddy';

/** The blocks of a section, by language: the configuration, and the command that serves. */
async function blocksOf(heading: string): Promise<Record<string, string>> {
  const text = await Bun.file(page).text();
  const [, section = ''] = text.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const own = section.split(/^#+ /m)[0] ?? '';
  return Object.fromEntries(
    [...own.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, name, code]) => [name, code]),
  );
}

/**
 * Only names, ports and certificates are other than on the page.
 * @returns with `settings`, those of the page's command
 */
export async function documentedProxy(kind: Kind, heading: string) {
  const directory = temporaryDirectory();
  const [port, target] = [freePort(), freePort()];
  const blocks = await blocksOf(heading);
  const hereOf = (text: string) =>
    text
      .replaceAll(/\/etc\/letsencrypt\/live\/[\w.]+/g, directory)
      .replaceAll(/(inbox\.)?example\.com/g, 'localhost')
      .replaceAll('127.0.0.1:4600', `127.0.0.1:${target}`);
  const settings = Object.fromEntries(
    [...(blocks.sh ?? '').matchAll(/(INBOX_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/(inbox\.)?example\.com/, `localhost:${port}`),
    ]),
  );
  const config = hereOf(blocks[kind] ?? '');
  const command = await prepare[kind](directory, config, port);
  const child = Bun.spawn(command, {
    env: { ...process.env, HOME: directory, XDG_DATA_HOME: directory },
    cwd: directory,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: Bun.file(join(directory, 'log')),
  });
  const answers = () =>
    fetch(`https://localhost:${port}/`, { tls: { rejectUnauthorized: false } }).then(
      () => true,
      () => false,
    );
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(await Bun.file(join(directory, 'log')).text());
    await Bun.sleep(50);
  }
  return {
    settings,
    target: `${target}`,
    port,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
      removeDirectory(directory);
    },
  };
}

const prepare: Record<
  Kind,
  (directory: string, config: string, port: number) => Promise<string[]>
> = {
  async nginx(directory, config, port) {
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const files = ['-keyout', `${directory}/privkey.pem`, '-out', `${directory}/fullchain.pem`];
    const about = [
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ];
    await Bun.spawn(['openssl', ...made, ...files, ...about], { stderr: 'ignore' }).exited;
    mkdirSync(join(directory, 'temp'));
    const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${directory}/temp/${name};`,
    );
    const path = join(directory, 'nginx.conf');
    const here = config.replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
    await Bun.write(
      path,
      `daemon off; master_process off; pid ${directory}/pid; error_log stderr;
events {}
http { access_log off; ${temp.join(' ')}
${here} }`,
    );
    return [findTool('nginx') ?? '', '-c', path, '-p', directory];
  },
  async caddy(directory, config, port) {
    const path = join(directory, 'Caddyfile');
    const head = `{\n\tadmin off\n\tauto_https disable_redirects\n\tlocal_certs\n\tskip_install_trust\n\thttps_port ${port}\n}\n`;
    await Bun.write(path, `${head}${config}`);
    return [findTool('caddy') ?? '', 'run', '--config', path];
  },
};
