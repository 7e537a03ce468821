import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../processes.ts';
import { type Crossing, cruiseWalls } from './walls.ts';

const services = 'apps/server/src/services';
const features = 'apps/web/src/features';

/** One forbidden import for each wall: [wall, importing file, imported file or package]. */
const forbidden: [wall: string, from: string, to: string][] = [
  ['web-never-server', 'apps/web/src/shared/a.ts', 'apps/server/src/app.ts'],
  ['server-never-web', 'apps/server/src/app.ts', 'apps/web/src/shared/b.ts'],
  ['web-uses-engine-cores', 'apps/web/src/shared/c.ts', 'engines/http/src/node/session.ts'],
  ['engines-know-no-product', 'engines/http/src/node/d.ts', 'packages/contracts/src/index.ts'],
  ['assert-at-the-ground', 'engines/assert/src/node/aa.ts', 'engines/script/src/index.ts'],
  ['script-on-assert', 'engines/script/src/node/ab.ts', 'engines/http/src/index.ts'],
  ['http-on-both', 'engines/http/src/node/ac.ts', 'engines/load/src/index.ts'],
  ['expression-uses-nothing', 'engines/expression/src/core/ad.ts', 'packages/kernel/src/index.ts'],
  ['heal-uses-nothing', 'engines/heal/src/core/aj.ts', 'packages/kernel/src/index.ts'],
  ['flow-on-expression', 'engines/flow/src/core/ae.ts', 'engines/http/src/index.ts'],
  ['mock-on-import', 'engines/mock/src/node/af.ts', 'engines/load/src/index.ts'],
  ['keyword-on-assert', 'engines/keyword/src/core/ag.ts', 'engines/http/src/index.ts'],
  ['browser-on-keyword', 'engines/browser/src/node/ah.ts', 'engines/http/src/index.ts'],
  ['core-is-isomorphic', 'engines/http/src/core/e.ts', 'node:fs'],
  ['core-never-node', 'engines/http/src/core/f.ts', 'engines/http/src/node/session.ts'],
  ['domain-has-no-builtin', `${services}/one/domain/g.ts`, 'node:crypto'],
  ['domain-has-no-input-output', `${services}/one/domain/h.ts`, 'pg'],
  ['domain-knows-no-room', `${services}/one/domain/i.ts`, `${services}/one/store/rows.store.ts`],
  ['services-by-front-door', `${services}/one/app/j.ts`, `${services}/two/app/start.ts`],
  ['testing-in-tests-only', `${services}/one/app/k.ts`, `${services}/one/testing/builders.ts`],
  ['routes-never-store', `${services}/one/routes/l.routes.ts`, `${services}/one/store/rows.store.ts`],
  ['app-never-routes-or-jobs', `${services}/one/app/x.ts`, `${services}/one/jobs/sweep.job.ts`],
  ['sql-in-store', `${services}/one/app/y.ts`, 'pg'],
  ['contracts-by-service', 'packages/contracts/src/one/z.ts', 'packages/contracts/src/two/index.ts'],
  ['platform-knows-no-service', 'apps/server/src/platform/m.ts', `${services}/one/index.ts`],
  ['feature-never-app', `${features}/one/pages/n.ts`, 'apps/web/src/app/router.ts'],
  ['features-by-front-door', `${features}/one/pages/o.ts`, `${features}/two/api/queries.ts`],
  ['app-knows-no-feature', 'apps/web/src/app/x.tsx', `${features}/one/index.ts`],
  ['lists-use-definitions', 'apps/web/src/app/features.ts', `${features}/one/paths.ts`],
  ['definition-is-light', `${features}/one/feature.ts`, `${features}/one/pages/one.page.ts`],
  ['ui-knows-no-feature', 'apps/web/src/ui/p.ts', `${features}/one/index.ts`],
  ['shared-never-ui', 'apps/web/src/shared/q.ts', 'apps/web/src/ui/table.ts'],
  ['contracts-use-kernel-and-zod', 'packages/contracts/src/r.ts', 'pg'],
  ['kernel-uses-nothing', 'packages/kernel/src/s.ts', 'node:os'],
  ['report-is-pure', 'packages/report/src/t.ts', 'node:fs'],
  ['no-circle', 'tools/u.ts', 'tools/v.ts'],
  ['resolvable', 'tools/w.ts', 'tools/absent.ts'],
];
const allowed: [from: string, to: string][] = [
  ['packages/contracts/src/one/allowed.ts', 'packages/contracts/src/runs/index.ts'],
  ['packages/contracts/src/one/roles.ts', 'packages/contracts/src/roles.ts'],
  [`${services}/one/app/allowed.ts`, `${services}/two/index.ts`],
  [`${services}/one/app/stores.ts`, `${services}/one/store/rows.store.ts`],
  [`${services}/one/routes/allowed.test.ts`, `${services}/two/testing/builders.ts`],
  [`${features}/one/pages/allowed.ts`, `${features}/two/paths.ts`],
  ['apps/web/src/app/entry-features.ts', `${features}/two/feature.ts`],
  ['apps/web/src/shared/allowed.ts', 'engines/http/src/core/plan.ts'],
  ['engines/http/src/node/allowed.ts', 'engines/http/src/core/plan.ts'],
];

let folder: string;
let crossings: Crossing[];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function specifier(from: string, to: string): string {
  if (!to.includes('/')) return to;
  return `${'../'.repeat(from.split('/').length - 1)}${to}`;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-walls-'));
  write('tsconfig.base.json', '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true}}');
  write('node_modules/pg/package.json', '{"name":"pg","main":"index.js"}');
  write('node_modules/pg/index.js', 'export const pool = 1;');
  const pairs = [...forbidden.map(([, from, to]) => [from, to] as const), ...allowed];
  for (const [, to] of pairs)
    if (to.endsWith('.ts') && !to.endsWith('absent.ts')) write(to, 'export const there = 1;\n');
  for (const [from, to] of pairs) write(from, `import '${specifier(from, to)}';\nexport const here = 1;\n`);
  write('tools/v.ts', "import './u.ts';\n");
  ({ crossings } = await cruiseWalls(folder, ['apps', 'engines', 'packages', 'tools']));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(forbidden)('%s is detected', (wall, from) => {
  expect(crossings.filter((crossing) => crossing.from === from).map((crossing) => crossing.wall)).toContain(wall);
});

test.each(allowed)('%s may import %s', (from) => {
  expect(crossings.filter((crossing) => crossing.from === from)).toEqual([]);
});

test('every wall of the configuration has a canary', async () => {
  const { default: configuration } = (await import(new URL('../../.dependency-cruiser.mjs', import.meta.url).href)) as {
    default: { forbidden: { name: string }[] };
  };
  expect(forbidden.map(([wall]) => wall).sort()).toEqual(configuration.forbidden.map(({ name }) => name).sort());
});

test('the checker sees the modules of this repository', async () => {
  // The check itself covers all of them, and fails if it sees too few.
  expect((await cruiseWalls(root, ['packages/kernel'])).moduleCount).toBeGreaterThan(10);
}, 300_000);
