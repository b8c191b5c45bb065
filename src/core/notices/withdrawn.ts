/** Where a notification can be replaced or withdrawn after it has arrived. */
import { type ContactKind, isWithdrawn } from '../reach/names.ts';

type Place = { kind: string; lane: string };

/** Apple revokes a subscription after three pushes that alert nobody. */
export const isApple = ({ lane }: Pick<Place, 'lane'>): boolean =>
  lane === 'webpush web.push.apple.com';

export const canBeWithdrawn = (place: Place): boolean =>
  isWithdrawn[place.kind as ContactKind] && !isApple(place);
