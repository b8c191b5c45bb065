import { isJsonObject } from '../../json.ts';

/** The label of what an id or a value stands for; that itself where it has none. */
export function labelIn(list: unknown, name: 'id' | 'value', wanted: unknown): string {
  const one = Array.isArray(list)
    ? list.find((item) => isJsonObject(item) && item[name] === wanted)
    : undefined;
  const label = isJsonObject(one) ? one.label : undefined;
  return typeof label === 'string' && label.trim() !== '' ? label : String(wanted);
}
