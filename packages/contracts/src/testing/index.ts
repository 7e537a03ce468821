import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyRoute } from '../route.ts';

/** declaredCalls returns the calls of each folder of contracts, by their exported name. */
export async function declaredCalls(): Promise<Record<string, Record<string, AnyRoute>>> {
  const folder = join(import.meta.dirname, '..');
  const files = globSync('*/routes.ts', { cwd: folder }).sort();
  return Object.assign({}, ...(await Promise.all(files.map((file) => import(join(folder, file))))));
}

/** declaredRoutes returns all declared calls of the product. */
export const declaredRoutes: readonly AnyRoute[] = Object.values(await declaredCalls()).flatMap((calls) =>
  Object.values(calls),
);
