import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listFeature, listService, scaffoldFeature, scaffoldService } from '../scaffold/scaffold.ts';
import { findFloorPlanProblems } from './floor-plan.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-plan-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
}

const service = 'apps/server/src/services/one';
const feature = 'apps/web/src/features/one';
const wellBuilt = [
  `${service}/README.md`,
  `${service}/index.ts`,
  `${service}/errors.ts`,
  `${service}/routes/suite.routes.ts`,
  `${service}/routes/suite.routes.test.ts`,
  `${service}/store/migrations/0000_first.sql`,
  `${service}/store/migrations/meta/_journal.json`,
  `${feature}/feature.ts`,
  `${feature}/routes.tsx`,
  `${feature}/paths.test.ts`,
  `${feature}/components/editor/body-tab.tsx`,
  'engines/http/README.md',
  'engines/http/package.json',
  'engines/http/src/index.ts',
  'engines/http/src/core/deep/plan.ts',
  'engines/http/src/testing/build-step.ts',
];

test('accepts services, features and engines that follow the plan', () => {
  write(...wellBuilt);
  expect(findFloorPlanProblems(folder)).toEqual([]);
});

test.each([
  [`${service}/controllers/suite.ts`, /has no place in the floor plan of a service/],
  [`${service}/jobs/deep/suite.ts`, /has no place/],
  [`${service}/suite.ts`, /has no place/],
  ['apps/server/src/services/loose.ts', /lies beside the services/],
  [`${feature}/hooks/use-suites.ts`, /has no place in the floor plan of a feature/],
  ['engines/http/lib/plan.ts', /has no place in the floor plan of a engine/],
  ['packages/report/src/HtmlReport.ts', /kebab-case/],
  ['packages/report/src/string-utils.ts', /name the noun/],
  ['packages/common/src/a.ts', /name the noun/],
])('rejects %s', (path, reason) => {
  write(...wellBuilt, path);
  expect(findFloorPlanProblems(folder)).toEqual([expect.stringMatching(reason)]);
});

test.each([
  ['README.md', `${service}/README.md`],
  ['feature.ts', `${feature}/feature.ts`],
])('reports the missing %s', (name, path) => {
  write(...wellBuilt.filter((file) => file !== path));
  expect(findFloorPlanProblems(folder)).toEqual([expect.stringContaining(`has no ${name}`)]);
});

test('a scaffolded service and feature follow the plan', () => {
  const paths = [...scaffoldService(folder, 'load-testing'), ...scaffoldFeature(folder, 'load-testing')];
  expect(paths).toContain('apps/server/src/services/load-testing/index.ts');
  expect(paths).toContain('apps/web/src/features/load-testing/feature.ts');
  expect(findFloorPlanProblems(folder)).toEqual([]);
});

test.each(['LoadTesting', 'load_testing', '', '../elsewhere'])('refuses to scaffold "%s"', (name) => {
  expect(() => scaffoldService(folder, name)).toThrow(/kebab-case/);
});

test('never overwrites an existing service', () => {
  scaffoldService(folder, 'load-testing');
  expect(() => scaffoldService(folder, 'load-testing')).toThrow(/exists already/);
});

test('a new service is listed with its import in place', () => {
  const manifest = `import type { AnyService } from '../platform/service.ts';
import { identityService } from './identity/index.ts';
import { runsService } from './runs/index.ts';

export const services: readonly AnyService[] = [
  identityService,
  runsService,
];
`;
  expect(listService(manifest, 'load-testing')).toBe(
    manifest
      .replace('import { runs', "import { loadTestingService } from './load-testing/index.ts';\nimport { runs")
      .replace('  runsService,\n', '  runsService,\n  loadTestingService,\n'),
  );
});

test('a new feature is listed with its import in place', () => {
  const manifest = `import { helpFeature } from '../features/help/feature.ts';
import type { Feature } from '../shared/feature/feature.ts';

export const features: readonly Feature[] = [
  helpFeature,
];
`;
  expect(listFeature(manifest, 'price-watch')).toBe(
    manifest
      .replace('import type', "import { priceWatchFeature } from '../features/price-watch/feature.ts';\nimport type")
      .replace('  helpFeature,\n', '  helpFeature,\n  priceWatchFeature,\n'),
  );
});
