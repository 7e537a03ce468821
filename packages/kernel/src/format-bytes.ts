import { toTenth } from './to-tenth.ts';

const units = ['kB', 'MB', 'GB', 'TB'];

/** formatBytes formats a size as `812 B`, `2.1 kB` or `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let value = bytes / 1000;
  let unit = 0;
  while (toTenth(value) >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${toTenth(value)} ${units[unit]}`;
}
