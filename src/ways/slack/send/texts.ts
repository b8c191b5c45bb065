/** Texts in the form that Slack gives and takes them: `&`, `<` and `>` begin mentions and links. */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text in which nothing is a mention or a link. */
export const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (letter) => entities[letter] ?? letter);

/** Restores the text that a person has typed: `<https://a.example|a.example>` was `a.example`. */
export const unescaped = (text: string): string =>
  text
    .replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, target: string, label?: string) => label || target)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
