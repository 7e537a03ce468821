import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test.each(['## WSDL, JMeter, Excel', '## Other clients', '## Re-import'])(
  'the %s example prints what the README says',
  (title) => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const section = readme.slice(readme.indexOf(title));
    const [, code = '', printed = ''] = /```ts\n([\s\S]*?)```\s+prints\s+```\n([\s\S]*?)```/.exec(section) ?? [];
    expect(code).not.toBe('');
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module-typescript', '--no-warnings', '-e', code],
      {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1' },
      },
    );
    expect(stderr).toBe('');
    expect(stdout).toBe(printed);
  },
);
