import { root } from './processes.ts';
import { scaffoldService } from './scaffold.ts';

try {
  for (const path of scaffoldService(root, process.argv[2] ?? '')) console.log(path);
  console.log('Next: declare its routes in packages/contracts/src, then start it in apps/server/src/app.ts.');
} catch (error) {
  console.error(`${(error as Error).message}\nUse: npm run new:service -- load-testing`);
  process.exitCode = 1;
}
