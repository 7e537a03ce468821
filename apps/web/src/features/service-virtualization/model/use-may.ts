import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { useAccess } from '../../../shared/access/use-access.tsx';
import { virtualizationService } from './service.ts';

/**
 * useCanWrite returns whether the user may change items in a project. The server enforces it; the screen only hides.
 */
export function useCanWrite(project: Pick<VirtualizationProject, 'role'> | undefined): boolean {
  const isOpen = useAccess({ service: virtualizationService });
  return isOpen && project !== undefined && project.role !== 'VIEWER';
}

/** useMayCreate returns whether the user may create projects of service virtualization. */
export const useMayCreate = (): boolean => useAccess({ service: virtualizationService, deniedRoles: ['ROLE_SYSTEM'] });
