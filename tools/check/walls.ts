import { join } from 'node:path';
import { root, runQuietly } from '../processes.ts';

interface CruiseAnswer {
  summary: {
    totalCruised: number;
    violations: { from: string; to: string; comment?: string; rule: { name: string } }[];
  };
}

export interface Crossing {
  wall: string;
  from: string;
  to: string;
}

const sourceFolders = ['apps', 'engines', 'packages', 'tests', 'tools', 'bench'];

/**
 * cruiseWalls returns how many modules the checker saw below `folder` and which imports cross a wall. With `followed`,
 * a regular expression of paths, imports of modules elsewhere aren't followed.
 */
export async function cruiseWalls(
  folder: string = root,
  folders: string[] = sourceFolders,
  followed?: string,
): Promise<{ moduleCount: number; crossings: Crossing[] }> {
  const options = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json'];
  if (followed) options.push('--do-not-follow', `^(?!.*${followed})`);
  const answer = await runQuietly('depcruise', [...options, ...folders], folder);
  let parsed: CruiseAnswer;
  try {
    parsed = JSON.parse(answer.stdout) as CruiseAnswer;
  } catch {
    throw new Error(
      `dependency-cruiser did not answer: ${answer.stderr || answer.stdout || `exit ${answer.exitCode}`}`,
    );
  }
  const { totalCruised, violations } = parsed.summary;
  return {
    moduleCount: totalCruised,
    crossings: violations.map(({ rule, from, to }) => ({ wall: rule.name, from, to })),
  };
}

/**
 * The checker reports success with 0 modules if it can't read TypeScript; fewer than this many means that it is blind.
 */
const minModules = 50;

/** findWallProblems returns one sentence per import that crosses a wall. */
export async function findWallProblems(): Promise<string[]> {
  const { moduleCount, crossings } = await cruiseWalls();
  const problems = crossings.map(({ wall, from, to }) => `${wall}: ${from} → ${to}`);
  if (moduleCount < minModules)
    problems.push(
      `The import checker saw only ${moduleCount} modules; it is blind. Does it support this TypeScript version?`,
    );
  return problems;
}
