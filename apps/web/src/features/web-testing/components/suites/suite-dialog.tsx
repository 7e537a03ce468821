import { Switch } from '@mantine/core';
import type { Suite } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { type SuitePlace, useSuiteMutations } from '../../api/suites.ts';
import { NamedDialog } from '../named-dialog.tsx';

interface Props {
  place: SuitePlace;
  /** The suite to edit; absent to create one. */
  suite?: Suite;
  onCreated?: (suite: Suite) => void;
  onClose: () => void;
}

/** SuiteDialog creates or edits a suite of a sprint or the test lab. */
export function SuiteDialog({ place, suite, onCreated, onClose }: Props) {
  const { create, update } = useSuiteMutations(place);
  const [isChaining, setChaining] = useState(suite?.isChaining ?? false);
  return (
    <NamedDialog
      noun="suite"
      saved={suite && { name: suite.testSuiteName, description: suite.description }}
      onSubmit={async ({ name: testSuiteName, description }) => {
        const given = { testSuiteName, description, isChaining };
        if (suite) {
          await update.mutateAsync({ uuid: suite.uuid, ...given });
          return undefined;
        }
        const made = await create.mutateAsync(given);
        return () => onCreated?.(made);
      }}
      onClose={onClose}
    >
      <Switch
        mt="md"
        label="Chain the scripts"
        description="After a script that fails the others are skipped; variables go on to the next"
        checked={isChaining}
        onChange={(event) => setChaining(event.currentTarget.checked)}
      />
    </NamedDialog>
  );
}
