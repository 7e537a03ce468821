import { lazy, Suspense, useEffect } from 'react';
import { closeCreate, useCreateRequest } from '../../shared/create/create-request.ts';
import type { CreateTarget } from '../../shared/create/create-target.ts';

const CreateDialog = lazy(async () => ({ default: (await import('./create-dialog.tsx')).CreateDialog }));

/** CreateHost shows the dialog that `openCreate` requests; rendered once, in the shell. */
export function CreateHost({ targets }: { targets: readonly CreateTarget[] }) {
  const kind = useCreateRequest();
  // After signing out with the dialog open, it must not reappear at the next sign-in.
  useEffect(() => closeCreate, []);
  return kind ? (
    <Suspense>
      <CreateDialog key={kind} kind={kind} targets={targets} onClose={closeCreate} />
    </Suspense>
  ) : null;
}
