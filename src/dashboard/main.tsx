import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { base } from './data/base.ts';
import { keepCompositions } from './keys/composing.ts';

const { pathname, search, hash } = window.location;
const root = document.getElementById('root');
if (!`${pathname}/`.startsWith(`${base}/`)) {
  // An address from before the public URL had a path, or from beside the proxy.
  window.location.replace(base + pathname + search + hash);
} else if (root) {
  keepCompositions();
  createRoot(root).render(<App />);
}
