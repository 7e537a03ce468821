/** A part of the repository whose tests are checked with faults. */
export interface Room {
  name: string;
  /** Folder or file of the repository. */
  place: string;
  /** Files that get faults, and the tests that must detect them, as globs. */
  faults: string[];
  tests: string[];
  /** Percentage of the faults that the tests must detect. */
  threshold: number;
  /** The environment of the tests, and whether they need PostgreSQL. */
  environment: 'node' | 'jsdom';
  database: boolean;
  /**
   * Whether tests see its faults only in workers and sandboxes: coverage is then unknown, and all tests run on each
   * fault.
   */
  inWorkers: boolean;
}

const untested = ['!**/*.test.ts', '!**/*.test.tsx', '!**/testing/**'];

/**
 * findRoom returns the room with a name: `engines/assert` (its core), `services/runs/domain`, `services/runs/app`,
 * `web/api-testing` (its model). A folder or a file within a room is named by a suffix: `engines/assert/xpath1`,
 * `engines/http/cookies.ts`.
 */
export function findRoom(name: string): Room | undefined {
  const [kind, owner, ...rest] = name.split('/').filter((part) => part !== '');
  if (!kind || !owner) return undefined;
  if (kind === 'engines') return room(name, `engines/${owner}/src`, ['core', ...rest], 85);
  if (kind === 'web') return room(name, `apps/web/src/features/${owner}`, ['model', ...rest], 70);
  const isServiceRoom = kind === 'services' && (rest[0] === 'domain' || rest[0] === 'app');
  return isServiceRoom ? room(name, `apps/server/src/services/${owner}`, rest, 85) : undefined;
}

function room(name: string, top: string, path: string[], threshold: number): Room {
  const folder = path[0];
  const place = [top, ...path].join('/');
  const faults = [/\.tsx?$/.test(place) ? place : `${place}/**/*.ts`, ...untested];
  return {
    name,
    place,
    faults,
    // Use cases are tested by their service's calls on a real database, an engine's core also by everything that uses
    // it.
    tests: [folder === 'app' || folder === 'core' ? `${top}/**/*.test.ts` : `${top}/${folder}/**/*.test.ts`],
    threshold,
    environment: folder === 'model' ? 'jsdom' : 'node',
    database: folder === 'app',
    inWorkers: top === 'engines/script/src',
  };
}
