import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { DeletedProjects } from '../../shared/projects/deleted-projects.ts';

const DeletedProjectsDialog = lazy(async () => ({
  default: (await import('./deleted-projects-dialog.tsx')).DeletedProjectsDialog,
}));

/** DeletedProjectsButton opens the list of deleted projects. */
export function DeletedProjectsButton({ of }: { of: DeletedProjects }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setOpened(true)}>
        Recently deleted
      </Button>
      {opened ? (
        <Suspense>
          <DeletedProjectsDialog of={of} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
