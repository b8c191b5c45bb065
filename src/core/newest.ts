/** Puts a value into a map that keeps its newest: a key that is put again counts as new, and the oldest goes first. */
export function putNewest<K, V>(kept: Map<K, V>, key: K, value: V, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size <= most) return;
  const [oldest] = kept.keys();
  kept.delete(oldest as K);
}
