import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onDemand } from './on-demand.ts';

/** Writes the next migration of every service whose tables have changed: `npm run db:generate`. */
const root = join(import.meta.dirname, '..');
const services = join(root, 'apps/server/src/services');
const sets = [
  { schema: 'apps/server/src/platform/tables.ts', out: 'apps/server/src/platform/database/migrations' },
  ...readdirSync(services).map((name) => ({
    schema: `apps/server/src/services/${name}/store/tables.ts`,
    out: `apps/server/src/services/${name}/store/migrations`,
  })),
].filter((set) => existsSync(join(root, set.schema)));

const drizzleKit = join(onDemand('drizzle-kit'), 'bin.cjs');
for (const { schema, out } of sets) {
  console.log(out);
  const result = spawnSync(
    process.execPath,
    [drizzleKit, 'generate', '--dialect', 'postgresql', '--schema', schema, '--out', out],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (result.status !== 0) process.exitCode = 1;
}
