import { Button } from '@mantine/core';
import type { Project } from '@touchstone/contracts/workspaces';
import { Wallet } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';

const Dialog = lazy(async () => ({ default: (await import('./wallet-dialog.tsx')).WalletDialog }));
const tabs = ['packs', 'transfer', 'history'] as const;
const searchSchema = z.object({
  wallet: z
    .enum(['', ...tabs])
    .catch('')
    .default(''),
});

/** WalletButton opens the wallet dialog; its open state is in the address. */
export function WalletButton({ project }: { project: Project }) {
  const [{ wallet }, setSearch] = useSearchState(searchSchema);
  return (
    <>
      <Button variant="default" leftSection={<Wallet size={14} />} onClick={() => setSearch({ wallet: 'packs' })}>
        Virtual users
      </Button>
      <Suspense>
        {wallet ? (
          <Dialog
            project={project}
            tab={wallet}
            onTab={(tab) => setSearch({ wallet: tabs.find((known) => known === tab) ?? 'packs' })}
            onClose={() => setSearch({ wallet: '' })}
          />
        ) : null}
      </Suspense>
    </>
  );
}
