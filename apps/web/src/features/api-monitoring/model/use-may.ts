import type { MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { useAccess } from '../../../shared/access/use-access.tsx';
import { monitoringService } from './service.ts';

/**
 * useCanWrite returns whether the user may change items in a project. The server enforces it; the screen only hides.
 */
export function useCanWrite(project: Pick<MonitoringProject, 'role'> | undefined): boolean {
  const isOpen = useAccess({ service: monitoringService });
  return isOpen && project !== undefined && project.role !== 'VIEWER';
}

/** useMayCreate returns whether the user may create projects of monitoring. */
export const useMayCreate = (): boolean => useAccess({ service: monitoringService, deniedRoles: ['ROLE_SYSTEM'] });
