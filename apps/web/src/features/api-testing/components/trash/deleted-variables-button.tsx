import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const DeletedVariablesDialog = lazy(async () => ({
  default: (await import('./deleted-variables-dialog.tsx')).DeletedVariablesDialog,
}));

interface Props {
  projectId: string;
  canWrite: boolean;
  label: string;
}

/** DeletedVariablesButton opens the list of deleted environments and variables. */
export function DeletedVariablesButton({ projectId, canWrite, label }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setOpened(true)}>
        {label}
      </Button>
      {opened ? (
        <Suspense>
          <DeletedVariablesDialog projectId={projectId} canWrite={canWrite} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
