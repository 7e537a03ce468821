export interface KeyValueRow {
  id?: string | undefined;
  key: string;
  value: string;
  enabled: boolean;
  description?: string | undefined;
}

/** toBulkText writes rows as `key: value` lines; a disabled row starts with `#`. */
export function toBulkText(rows: readonly KeyValueRow[]): string {
  return rows
    .filter((row) => row.key !== '' || row.value !== '')
    .map((row) => `${row.enabled ? '' : '# '}${row.key}: ${row.value.replaceAll('\n', '\\n')}`)
    .join('\n');
}

/** fromBulkText reads such lines back; rows with the same key keep their ids and descriptions, in order. */
export function fromBulkText(text: string, before: readonly KeyValueRow[] = []): KeyValueRow[] {
  const known = [...before];
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, off, key = '', value = ''] = /^\s*(#\s*)?([^:]*?)\s*(?::\s?(.*))?$/.exec(line) ?? [];
      const at = known.findIndex((row) => row.key === key);
      const old = at < 0 ? undefined : known.splice(at, 1)[0];
      return {
        ...(old?.id ? { id: old.id } : {}),
        ...(old?.description ? { description: old.description } : {}),
        key,
        value: value.replaceAll('\\n', '\n'),
        enabled: off === undefined,
      };
    });
}
