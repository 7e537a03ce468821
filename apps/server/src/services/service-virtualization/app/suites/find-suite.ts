import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import { virtualizationErrors } from '../../errors.ts';
import { mocksStore } from '../../store/mocks.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { maxSuites } from './show-suites.ts';

/** findSuite finds a suite by parent and name, or creates it; throws if there is no room for it. */
export async function findSuite(
  sql: Sql,
  place: { organizationId: string; projectId: string; parentId: string | null; name: string },
): Promise<string> {
  await mocksStore.lock(sql, place.projectId);
  const suites = await suitesStore.list(sql, place.projectId);
  const wanted = place.name.toLowerCase();
  const found = suites.find(({ name, parentId }) => parentId === place.parentId && name.toLowerCase() === wanted);
  if (found) return found.id;
  if (suites.length >= maxSuites)
    throw new AppError(virtualizationErrors.tooManySuites, { params: { most: maxSuites } });
  const { id } = await suitesStore.insert(sql, { id: newId(), ...place, description: '' });
  return id;
}
