import { reachDocsUrl } from '../../data/base.ts';
import { Copyable } from '../../look/parts.tsx';

const port = window.location.port || '4600';

const ways = [
  ['Tailscale, for your own devices', `tailscale serve --bg ${port}`],
  ['Caddy, with a domain', `caddy reverse-proxy --from inbox.example.com --to localhost:${port}`],
  ['Cloudflare Tunnel', `cloudflared tunnel --url http://localhost:${port}`],
] as const;

/** The remedies where browsers allow no notifications. */
export const WaysToHttps = () => (
  <div className="stack">
    <p>
      Browsers allow notifications only over https. One of these, run on the server, gives it an
      https address. Set that as INBOX_PUBLIC_URL, and open the inbox there.
    </p>
    {ways.map(([name, command]) => (
      <div key={name}>
        <p className="meta">{name}</p>
        <Copyable text={command} what="command" isCode />
      </div>
    ))}
    <p className="meta">
      <a href={reachDocsUrl}>Step by step</a>
    </p>
  </div>
);
