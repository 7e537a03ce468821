import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.ts';

/** Programs that only a few developer commands need; they aren't part of `npm ci`. */
const versions = {
  autocannon: '8.0.0',
  'drizzle-kit': '0.31.11',
  newman: '6.2.2',
  '@stryker-mutator/core': '10.1.1',
  soap: '1.13.0',
  wiremock: '3.13.2',
  'wiremock-captain': '4.1.3',
  'wiremock-rest-client': '1.11.0',
  '@mockoon/cli': '9.9.0',
  '@stoplight/prism-cli': '5.16.0',
} as const;

/** What a program needs in addition; the packages that it works on are found in the repository. */
const companions: Partial<Record<keyof typeof versions, string[]>> = {
  '@stryker-mutator/core': ['@stryker-mutator/vitest-runner@10.1.1'],
};

/** onDemand returns the folder of a package, which npm installs below node_modules/.cache on first use. */
export function onDemand(name: keyof typeof versions): string {
  const wanted = `${name}@${versions[name]}`;
  const home = join(root, 'node_modules/.cache/touchstone/tools', wanted);
  const folder = join(home, 'node_modules', name);
  if (existsSync(join(home, 'complete'))) return folder;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  console.error(`Installing ${wanted}, which is needed for the first time.`);
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--loglevel', 'error'];
  const { status } = spawnSync('npm', ['install', ...options, wanted, ...(companions[name] ?? [])], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${wanted} could not be installed; the lines above say why.`);
  writeFileSync(join(home, 'complete'), '');
  return folder;
}
