/** The words of markdown without its marks. */
import type { Token, Tokens } from 'marked';

/** The text of inline tokens. */
export const plain = (tokens: Token[]): string =>
  tokens.map(plainOf).join('').replaceAll(/\s+/g, ' ');

function plainOf(token: Token): string {
  if (token.type === 'br') return ' ';
  if (token.type === 'html') return '';
  if ('tokens' in token && token.tokens) return plain(token.tokens);
  return 'text' in token ? unescaped(token.text) : '';
}

/** Returns the texts between headings: one for each paragraph, list item, row and code block. */
export function textsOf(token: Token): string[] {
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return [plain(token.tokens ?? [token])].filter(Boolean);
    case 'list':
      return (token as Tokens.List).items.flatMap((item) => item.tokens.flatMap(textsOf));
    case 'blockquote':
      return (token as Tokens.Blockquote).tokens.flatMap(textsOf);
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].map((row) => row.map(({ tokens }) => plain(tokens)).join(' · '));
    }
    case 'code':
      return [(token as Tokens.Code).text];
    default:
      return [];
  }
}

const unescaped = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
