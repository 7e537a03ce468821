import { root } from './processes.ts';
import { scaffoldFeature } from './scaffold.ts';

try {
  for (const path of scaffoldFeature(root, process.argv[2] ?? '')) console.log(path);
  console.log('Next: add its routes to the router in apps/web/src/app.');
} catch (error) {
  console.error(`${(error as Error).message}\nUse: npm run new:feature -- load-testing`);
  process.exitCode = 1;
}
