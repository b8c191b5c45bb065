export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value));

export const fromJson = (text: string | null) => (text === null ? null : JSON.parse(text));
