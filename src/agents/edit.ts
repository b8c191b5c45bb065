/** How the files of others are edited: in the form that their name says. */
import * as json from './json-edit.ts';
import * as toml from './toml-edit.ts';

export const editorOf = (path: string) => (path.endsWith('.toml') ? toml : json);
