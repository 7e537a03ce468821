import { Button } from '@mantine/core';
import { Square } from 'lucide-react';
import { toastError } from '../../../shared/toasts.ts';
import { useRunMutations } from '../api/runs.mutations.ts';

/** StopRun asks an active run to stop. */
export function StopRun({ runId }: { runId: string }) {
  const { stop } = useRunMutations(runId);
  return (
    <Button
      leftSection={<Square size={12} />}
      loading={stop.isPending || stop.isSuccess}
      onClick={() => void stop.mutateAsync().catch(toastError)}
    >
      Stop
    </Button>
  );
}
