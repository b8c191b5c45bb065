import { reachDocsUrl } from '../../data/base.ts';
import { usePublicUrl } from '../../data/public-url.ts';
import { useMe } from '../../data/session.ts';
import { Copyable } from '../../look/parts.tsx';

const USUAL_PORT = 4600;

const waysTo = (port: number) =>
  [
    ['Tailscale, for your own devices', `tailscale serve --bg ${port}`],
    ['Caddy, with a domain', `caddy reverse-proxy --from inbox.example.com --to localhost:${port}`],
    ['Cloudflare Tunnel', `cloudflared tunnel --url http://localhost:${port}`],
  ] as const;

/** Gives the inbox an https address: browsers allow notifications nowhere else. */
export function WaysToHttps() {
  const { data } = usePublicUrl(useMe().role === 'owner');
  return (
    <div className="stack">
      <p>
        Browsers allow notifications only over https. One of these, run on the server, gives the
        inbox an https address. Open the inbox there, and an owner can set it as the public URL.
      </p>
      {waysTo(data?.port ?? USUAL_PORT).map(([name, command]) => (
        <div key={name}>
          <p className="meta">{name}</p>
          <Copyable text={command} what="command" isCode />
        </div>
      ))}
      <p className="meta">
        <a href={reachDocsUrl}>About these commands</a>
      </p>
    </div>
  );
}
