const MOST = 1000;
const MOST_OF_AN_ADDRESS = 20;
/** For an address from which a valid credential was used recently. */
const MOST_OF_A_KNOWN = 200;

export type Place = { address: string; leave: () => void };
export type PlaceRules = {
  isKnown: (address: string) => boolean;
  /** Whether each address has its own limit. */
  byAddress: boolean;
};

/** Counts the places for connections without a valid credential yet. */
export function createPlaces({ isKnown, byAddress }: PlaceRules) {
  const taken = new Map<string, Set<Place>>();
  let count = 0;

  function isFull(address: string): boolean {
    if (count >= MOST) return true;
    if (!byAddress) return false;
    const here = taken.get(address)?.size ?? 0;
    return here >= (isKnown(address) ? MOST_OF_A_KNOWN : MOST_OF_AN_ADDRESS);
  }

  return {
    /** Returns null if all are taken. */
    take(address: string): Place | null {
      if (isFull(address)) return null;
      const here = taken.get(address) ?? new Set();
      const place: Place = {
        address,
        leave() {
          if (!here.delete(place)) return;
          count--;
          if (here.size === 0 && taken.get(address) === here) taken.delete(address);
        },
      };
      taken.set(address, here.add(place));
      count++;
      return place;
    },
  };
}
