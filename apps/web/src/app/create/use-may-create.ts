import { isAllowed } from '../../shared/access/access-rule.ts';
import { useAccessState } from '../../shared/access/use-access.tsx';
import type { CreateLink, CreateTarget } from '../../shared/create/create-target.ts';

/** useMayCreateIn returns whether the user can create anything in at least one of the services. */
export function useMayCreateIn(targets: readonly CreateTarget[]): boolean {
  const state = useAccessState();
  return targets.some(({ access }) => isAllowed(access, state));
}

/** useCreateLinks screens on which the user creates something outside the dialog. */
export function useCreateLinks(targets: readonly CreateTarget[]): CreateLink[] {
  const state = useAccessState();
  return targets.flatMap(({ access, links = [] }) => (isAllowed(access, state) ? links : []));
}
