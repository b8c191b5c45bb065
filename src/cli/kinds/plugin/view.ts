import { plainRows } from '../../layout/plain.ts';
import type { KindView } from '../kind-view.ts';
import { factsOf } from './facts.ts';

export const plugin: KindView = {
  subject: (payload, page) => plainRows(factsOf(payload), page),
  wholeSubject: factsOf,
  written: (response) =>
    Object.entries(response).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  choices: () => [{ key: '↵', text: 'answer' }],
};
