import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutNewerEngines } from './check/lockfile.ts';
import { root } from './processes.ts';

/**
 * Run after installing a new package with `npm install`: npm checks engines against its own Node, but the product
 * bundles a newer one.
 */
const path = join(root, 'package-lock.json');
writeFileSync(path, withoutNewerEngines(readFileSync(path, 'utf8')));
