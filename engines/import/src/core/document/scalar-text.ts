/** scalarText returns a string, number or boolean as written, anything else as JSON, and null as empty. */
export function scalarText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
