import { ActionIcon } from '@mantine/core';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { CodeXml } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Tip } from '../../../../ui/tip/tip.tsx';

const CodeDialog = lazy(async () => ({ default: (await import('./code-dialog.tsx')).CodeDialog }));

/** CodeButton opens the request as code. */
export function CodeButton({ draft }: { draft: ScriptInput }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tip label="Request as code">
        <ActionIcon aria-label="Request as code" disabled={draft.url === ''} onClick={() => setOpen(true)}>
          <CodeXml size={16} />
        </ActionIcon>
      </Tip>
      {isOpen ? (
        <Suspense fallback={null}>
          <CodeDialog draft={draft} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
