import { root } from './processes.ts';
import { addFeature } from './scaffold/scaffold.ts';

try {
  for (const line of addFeature(root, process.argv[2] ?? '')) console.log(line);
} catch (error) {
  console.error(`${(error as Error).message}\nUse: npm run new:feature -- load-testing`);
  process.exitCode = 1;
}
