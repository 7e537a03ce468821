import { Button, Group, Modal } from '@mantine/core';
import type { DatabaseConfiguration } from '@touchstone/contracts/workspaces';
import type { FormEvent } from 'react';
import { toast } from '../../../../shared/toasts.ts';
import { ConnectionOutcome } from './connection-outcome.tsx';
import { useDatabaseDraft } from './database-draft.ts';
import { DatabaseFields } from './database-fields.tsx';
import classes from './prerequisite.module.css';

interface Props {
  projectId: string;
  /** Absent to add a configuration. */
  saved?: DatabaseConfiguration | undefined;
  onClose: () => void;
}

/** DatabaseDialog adds or edits a database configuration, and tests its connection. */
export function DatabaseDialog({ projectId, saved, onClose }: Props) {
  const { draft, problems, outcome, change, isTesting, isSaving, test, save } = useDatabaseDraft(projectId, saved);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await save())) return;
    toast('success', `${draft.name} is saved.`);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={saved ? `Edit ${saved.name}` : 'Add database'}
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={`form ${classes.form}`} onSubmit={(event) => void submit(event)} noValidate>
        <DatabaseFields draft={draft} problems={problems} hasPassword={saved?.hasPassword ?? false} onChange={change} />
        <p className="dim">
          Queries run read-only in a transaction that is rolled back. Use a read-only database user.
        </p>
        {outcome ? <ConnectionOutcome outcome={outcome} /> : null}
        {problems[''] ? (
          <p className={classes.problem} role="alert">
            {problems['']}
          </p>
        ) : null}
        <Group gap="sm">
          <Button variant="default" mr="auto" loading={isTesting} onClick={() => void test()}>
            Test connection
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save database
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
