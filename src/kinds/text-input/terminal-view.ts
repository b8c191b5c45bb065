import type { KindView } from '../../cli/kinds/kind-view.ts';

export const textInput: KindView = {
  written: ({ text }) => [['', String(text ?? '')]],
  choices: () => [{ key: '↵', text: 'write a text' }],
};
