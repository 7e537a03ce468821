import { listFiles } from './source-files.ts';

interface FloorPlan {
  /** A folder whose children all follow this plan. */
  home: string;
  /** Files allowed next to the children. */
  beside?: string[];
  kind: string;
  files: string[];
  required: string[];
  rooms: string[];
  /** Rooms that may have subfolders; the others contain only files. */
  deepRooms: string[];
}

/** floorPlans is the layout from docs/architecture.md §2. */
export const floorPlans: FloorPlan[] = [
  {
    home: 'apps/server/src/services',
    beside: ['manifest.ts'],
    kind: 'service',
    files: ['README.md', 'index.ts', 'service.ts', 'config.ts', 'errors.ts', 'events.ts', 'flags.ts', 'limits.ts'],
    required: ['README.md', 'index.ts'],
    rooms: ['routes', 'app', 'domain', 'store', 'jobs', 'clients', 'testing'],
    deepRooms: ['store/migrations', 'clients', 'app', 'domain', 'routes'],
  },
  {
    home: 'apps/web/src/features',
    kind: 'feature',
    files: [
      'README.md',
      'feature.ts',
      'index.ts',
      'routes.tsx',
      'paths.ts',
      'hotkeys.ts',
      'tours.ts',
      'frame.ts',
      'first-calls.ts',
      'subjects.ts',
    ],
    required: ['feature.ts'],
    rooms: ['pages', 'components', 'api', 'model', 'testing'],
    deepRooms: ['pages', 'components', 'api', 'model'],
  },
  {
    home: 'engines',
    kind: 'engine',
    files: ['README.md', 'package.json', 'src/index.ts'],
    required: ['README.md', 'package.json', 'src/index.ts'],
    rooms: ['src/core', 'src/node', 'src/testing'],
    deepRooms: ['src/core', 'src/node'],
  },
];

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const vagueWord = /^(utils?|helpers?|common|misc|manager)$/;

/** findFloorPlanProblems returns one sentence per file of `folder` that has no place in the floor plan. */
export function findFloorPlanProblems(folder: string): string[] {
  const files = listFiles(folder);
  return [...floorPlans.flatMap((plan) => planProblems(plan, files)), ...files.flatMap(nameProblems)];
}

const isBeside = (plan: FloorPlan, file: string): boolean =>
  (plan.beside ?? []).some((name) => file === `${plan.home}/${name}`);

function planProblems(plan: FloorPlan, files: string[]): string[] {
  const byHouse = new Map<string, string[]>();
  const problems: string[] = [];
  for (const file of files) {
    if (!file.startsWith(`${plan.home}/`) || isBeside(plan, file)) continue;
    const [house = '', ...rest] = file.slice(plan.home.length + 1).split('/');
    if (rest.length === 0) problems.push(`${file} lies beside the ${plan.kind}s; it belongs into one of them.`);
    else byHouse.set(house, [...(byHouse.get(house) ?? []), rest.join('/')]);
  }
  for (const [house, inside] of byHouse) {
    const place = `${plan.home}/${house}`;
    for (const path of plan.required)
      if (!inside.includes(path)) problems.push(`${place} has no ${path}; every ${plan.kind} has one.`);
    for (const path of inside)
      if (!hasPlace(plan, path))
        problems.push(`${place}/${path} has no place in the floor plan of a ${plan.kind} (docs/architecture.md §2).`);
  }
  return problems;
}

function hasPlace(plan: FloorPlan, path: string): boolean {
  // The examples of an engine's README are executed by tests next to its front door.
  if (plan.kind === 'engine' && /^src\/readme[a-z-]*\.test\.ts$/.test(path)) return true;
  if (plan.files.includes(path.replace(/\.test\.(tsx?)$/, '.$1'))) return true;
  if (plan.deepRooms.some((room) => path.startsWith(`${room}/`))) return true;
  return plan.rooms.some((room) => path.startsWith(`${room}/`) && !path.slice(room.length + 1).includes('/'));
}

function nameProblems(path: string): string[] {
  const parts = path.split('/');
  const file = parts.at(-1) ?? '';
  if (!/\.(ts|tsx|css)$/.test(file) || path.includes('/migrations/')) return [];
  const problems: string[] = [];
  if (!kebabCase.test(file)) problems.push(`${path}: write file names in kebab-case.`);
  if (parts.some((part) => part.split(/[.-]/).some((word) => vagueWord.test(word))))
    problems.push(`${path}: name the noun instead of utils, helpers, common, misc or manager.`);
  return problems;
}
