import { root } from './processes.ts';
import { addFeature, addService } from './scaffold/scaffold.ts';

try {
  const name = process.argv[2] ?? '';
  for (const line of [...addService(root, name), ...addFeature(root, name)]) console.log(line);
  console.log(`Next: what it is for, in its README; its calls, in packages/contracts/src/${name}.`);
} catch (error) {
  console.error(`${(error as Error).message}\nUse: npm run new:service -- load-testing`);
  process.exitCode = 1;
}
