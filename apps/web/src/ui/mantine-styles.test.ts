import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const styles = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles');

test('every kit component in use has its styles loaded', () => {
  const list = readFileSync(join(source, 'ui/mantine-styles.ts'), 'utf8');
  const used = new Set<string>();
  for (const file of globSync('**/*.tsx', { cwd: source }))
    for (const [, names] of readFileSync(join(source, file), 'utf8').matchAll(
      /import \{([^}]*)\} from '@mantine\/core'/g,
    ))
      for (const name of names!.split(',')) used.add(name.trim());
  const missing = [...used].filter(
    (name) => existsSync(join(styles, `${name}.css`)) && !list.includes(`/${name}.css'`),
  );
  expect(used.size).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});
