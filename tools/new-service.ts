import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.ts';
import { listService, scaffoldService } from './scaffold.ts';

const manifest = 'apps/server/src/services/manifest.ts';
try {
  const name = process.argv[2] ?? '';
  for (const path of scaffoldService(root, name)) console.log(path);
  writeFileSync(join(root, manifest), listService(readFileSync(join(root, manifest), 'utf8'), name));
  console.log(`${manifest} lists it. Next: declare its routes in packages/contracts/src.`);
} catch (error) {
  console.error(`${(error as Error).message}\nUse: npm run new:service -- load-testing`);
  process.exitCode = 1;
}
