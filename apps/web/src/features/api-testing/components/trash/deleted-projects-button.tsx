import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const DeletedProjectsDialog = lazy(async () => ({
  default: (await import('./deleted-projects-dialog.tsx')).DeletedProjectsDialog,
}));

/** DeletedProjectsButton opens the list of deleted projects. */
export function DeletedProjectsButton() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setOpened(true)}>
        Recently deleted
      </Button>
      {opened ? (
        <Suspense>
          <DeletedProjectsDialog onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
