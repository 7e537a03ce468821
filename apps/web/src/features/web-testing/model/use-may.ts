import type { RepositoryProject } from '@touchstone/contracts/web-testing';
import { useAccess } from '../../../shared/access/use-access.tsx';
import { webTestingService } from './service.ts';

/**
 * useCanWrite returns whether the user may change items in a project. The server enforces it; the screen only hides.
 */
export function useCanWrite(project: Pick<RepositoryProject, 'role'> | undefined): boolean {
  const isOpen = useAccess({ service: webTestingService });
  return isOpen && project !== undefined && project.role !== 'VIEWER';
}

/** useMayCreate returns whether the user may create projects of web testing. */
export const useMayCreate = (): boolean => useAccess({ service: webTestingService, deniedRoles: ['ROLE_SYSTEM'] });
