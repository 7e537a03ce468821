import type { WorkspaceRole } from '@touchstone/contracts/workspaces';

/** Roles with their permissions. */
export const roleChoices: { value: WorkspaceRole; label: string; allows: string; sentence: string }[] = [
  {
    value: 'OWNER',
    label: 'Owner',
    allows: 'edits, manages people and deletes the workspace',
    sentence: 'Owners edit tests, manage people and can delete the workspace.',
  },
  {
    value: 'EDITOR',
    label: 'Editor',
    allows: 'creates, edits and runs tests',
    sentence: 'Editors create, edit and run tests.',
  },
  { value: 'VIEWER', label: 'Viewer', allows: 'reads tests and reports', sentence: 'Viewers read tests and reports.' },
];

export const roleWord = (role: WorkspaceRole): string => roleChoices.find(({ value }) => value === role)?.label ?? role;
