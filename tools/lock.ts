import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutNewerEngines } from './check/lockfile.ts';
import { root } from './processes.ts';

/** Run after `npm install` of a new package: npm compares the engines with its own Node, the product brings a newer one. */
const path = join(root, 'package-lock.json');
writeFileSync(path, withoutNewerEngines(readFileSync(path, 'utf8')));
