import type { KindView } from '../kind-view.ts';

export const textInput: KindView = {
  written: ({ text }) => [['', String(text ?? '')]],
  choices: () => [{ key: '↵', text: 'write a text' }],
};
