/** A letter on a colour that depends on the sender. */
export const Avatar = ({ name, id, isAgent }: { name: string; id: string; isAgent: boolean }) => (
  <span className="channel-avatar" aria-hidden="true" data-hue={isAgent ? 'agent' : hueOf(id)}>
    {[...name.trim()][0]?.toUpperCase() ?? '?'}
  </span>
);

const HUES = 5;

function hueOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return sum % HUES;
}
