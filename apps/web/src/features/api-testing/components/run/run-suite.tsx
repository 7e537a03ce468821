import { Button } from '@mantine/core';
import type { Suite } from '@touchstone/contracts/api-testing';
import { Play } from 'lucide-react';
import { startTransition, useState } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { apiTestingKeys } from '../../hotkeys.ts';
import { RunDialog } from './run-dialog.ts';

const prepare = () => void RunDialog.prepare().catch(() => undefined);

/**
 * RunSuite opens the run dialog of a suite. Holds the open state itself, so that the editor next to it doesn't render
 * again.
 */
export function RunSuite({ suite }: { suite: Suite }) {
  const [isAsking, setAsking] = useState(false);
  // The click is acknowledged before the dialog renders.
  const ask = () => startTransition(() => setAsking(true));
  useHotkey(apiTestingKeys.runSuite, ask, true);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Play size={14} />}
        data-tour="run-suite"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={ask}
      >
        Run suite
      </Button>
      {isAsking ? (
        <RunDialog
          projectId={suite.projectId}
          what={suite.suiteName}
          suiteIds={[suite.suiteId]}
          remembered={suite.dataFile}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
