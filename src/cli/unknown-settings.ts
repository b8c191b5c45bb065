/** Warns of settings that do not exist: a mistyped name would have no effect and no message. */
import { fileSettings, inboxVariables, knownVariables, settingNames } from '../config.ts';
import { closest } from './closest.ts';

/** Returns a warning for each unknown name in config.json. */
export function unknownInFile(data: string): string[] {
  const { path, names } = fileSettings(data);
  return names
    .filter((name) => !settingNames.some((known) => known === name))
    .map((name) => {
      const suggestion = closest(name, settingNames);
      return `unknown setting “${name}” in ${path}${suggestion ? `; did you mean “${suggestion}”?` : ''}`;
    });
}

/** Describes unknown variables that begin with INBOX_. */
export const unknownVariables = (): string[] =>
  inboxVariables()
    .filter((name) => !knownVariables.includes(name))
    .map((name) => {
      const suggestion = closest(name, knownVariables);
      return `unknown variable ${name}${suggestion ? `; did you mean ${suggestion}?` : ''}`;
    });
