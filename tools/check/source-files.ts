import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const skipped = new Set(['node_modules', 'dist', 'test-results', 'playwright-report', 'coverage', 'touchstone-report']);

/**
 * listFiles returns every file below `folder` as a path relative to it with forward slashes; skips hidden and build
 * folders.
 */
export function listFiles(folder: string, below = ''): string[] {
  const files: string[] = [];
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && !skipped.has(entry.name)) files.push(...listFiles(folder, path));
    } else if (entry.isFile()) files.push(path);
  }
  return files.sort();
}
