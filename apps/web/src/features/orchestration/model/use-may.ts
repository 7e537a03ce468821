import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { useAccess } from '../../../shared/access/use-access.tsx';
import { orchestrationService } from './service.ts';

/** useMayCreate returns whether the user may create projects. The server enforces it; the screen only hides. */
export const useMayCreate = (): boolean => useAccess({ service: orchestrationService, deniedRoles: ['ROLE_SYSTEM'] });

/** useCanWrite returns whether the user may change items in a project. */
export function useCanWrite(role: WorkspaceRole | undefined): boolean {
  const isOpen = useAccess({ service: orchestrationService });
  return isOpen && role !== undefined && role !== 'VIEWER';
}
