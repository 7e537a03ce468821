import type { QueryClient } from '@tanstack/react-query';

/** offerUndo says what was deleted, and restores it where the user wants it back after all. It is loaded when something is deleted. */
export async function offerUndo(
  client: QueryClient,
  deleted: { message: string; projectId: string; trashId: string },
): Promise<void> {
  const { showUndo } = await import('./trash.ts');
  showUndo(client, deleted);
}
