/** plainValue converts a driver's cell value to JSON: dates as ISO 8601, bytes as Base64, large numbers as text. */
export function plainValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plainValue);
  const type = (value as { _bsontype?: string })._bsontype;
  if (type === 'Binary') return (value as { toString(encoding: string): string }).toString('base64');
  if (type !== undefined) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainValue(item)]));
}

/** textOf converts a cell to a variable's value: texts as they are, null as an empty string, the rest as JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
