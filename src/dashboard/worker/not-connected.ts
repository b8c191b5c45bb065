/** The only page without a connection. Nothing of the inbox is stored for it. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>Not connected · Inbox</title>
    <style>
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
      body {
        display: grid; min-height: 100dvh; margin: 0; place-content: center; padding: 24px;
        box-sizing: border-box; text-align: center; color: light-dark(#1f2130, #e6e7ee);
        background: light-dark(#fff, #191a20);
      }
      h1 { margin: 0; font-size: 22px; }
      p { max-width: 36ch; margin: 8px auto 20px; color: light-dark(#5a5d70, #a9acbd); }
      a {
        justify-self: center; padding: 9px 18px; border-radius: 8px; color: #fff;
        background: #4263eb; font-weight: 550; text-decoration: none;
      }
    </style>
  </head>
  <body>
    <h1>Not connected</h1>
    <p>This device is offline, or the inbox is not running.</p>
    <a href="">Try again</a>
  </body>
</html>
`;

export const notConnected = (): Response =>
  new Response(page, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
