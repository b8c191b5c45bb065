import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { keepCompositions } from './keys/composing.ts';

keepCompositions();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
