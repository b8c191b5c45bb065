const MOST = 1000;
const MOST_OF_AN_ADDRESS = 20;
/** Of an address from which somebody called with a good credential of late. */
const MOST_OF_A_FAMILIAR = 200;

export type Place = { address: string; leave: () => void };
export type PlaceRules = {
  isFamiliar: (address: string) => boolean;
  /** Whether each address has a bound of its own. */
  byAddress: boolean;
};

/** The places for handshakes that have shown no good credential yet. */
export function createPlaces({ isFamiliar, byAddress }: PlaceRules) {
  const taken = new Map<string, Set<Place>>();
  let count = 0;

  function isFull(address: string): boolean {
    if (count >= MOST) return true;
    if (!byAddress) return false;
    const here = taken.get(address)?.size ?? 0;
    return here >= (isFamiliar(address) ? MOST_OF_A_FAMILIAR : MOST_OF_AN_ADDRESS);
  }

  return {
    /** Null where all are taken. */
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
