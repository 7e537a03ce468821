import { Button, Group, Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Suite } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { useCopyScripts } from '../../api/exchange/imports.mutations.ts';
import { suitesQuery } from '../../api/suites.queries.ts';

/** CopyScriptsDialog copies all scripts of a suite to the end of another suite of the workspace. */
export function CopyScriptsDialog({ suite, onClose }: { suite: Suite; onClose: () => void }) {
  const { suiteId, projectId, scriptCount } = suite;
  const suites = useQuery(suitesQuery({ projectId, page: 0, size: 200 }));
  const copy = useCopyScripts();
  const [target, setTarget] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const others = suites.data?.content.filter((item) => item.suiteId !== suiteId) ?? [];
  const submit = async () => {
    setTried(true);
    if (!target) return;
    const { imported } = await copy.mutateAsync({ fromSuiteId: suiteId, toSuiteId: target });
    const name = others.find((item) => item.suiteId === target)?.suiteName ?? '';
    toast('success', `${imported} ${imported === 1 ? 'script is' : 'scripts are'} copied to ${name}.`);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`Copy scripts of ${suite.suiteName}`}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          // The error is shown in place.
          void submit().catch(() => undefined);
        }}
      >
        <Select
          label="Copy to"
          description={`${scriptCount} ${scriptCount === 1 ? 'script goes' : 'scripts go'} to the end of this suite, with assertions and data handlers.`}
          placeholder="Choose a suite"
          searchable
          openOnFocus={false}
          data-autofocus
          data={others.map((item) => ({ value: item.suiteId, label: item.suiteName }))}
          value={target}
          onChange={setTarget}
          error={copy.error ? messageOf(copy.error) : tried && !target ? 'Please select an option' : undefined}
          nothingFoundMessage={suites.isPending ? 'Loading…' : 'No other suite has this name'}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={copy.isPending}>
            Copy scripts
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
