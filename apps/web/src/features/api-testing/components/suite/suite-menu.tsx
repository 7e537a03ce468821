import { ActionIcon, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Suite } from '@touchstone/contracts/api-testing';
import { EllipsisVertical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSubjectActions } from '../../../../shared/subjects/use-subject-actions.tsx';
import { toast } from '../../../../shared/toasts.ts';
import { scriptsQuery } from '../../api/scripts.queries.ts';
import { subjectOf } from '../../model/subject.ts';
import { ExportSubMenu } from './export-menu.tsx';

const ImportDialog = lazy(async () => ({ default: (await import('../import/import-dialog.tsx')).ImportDialog }));
const CopyScriptsDialog = lazy(async () => ({
  default: (await import('./copy-scripts-dialog.tsx')).CopyScriptsDialog,
}));
const SuiteVariablesDialog = lazy(async () => ({
  default: (await import('../workspace/suite-variables-dialog.tsx')).SuiteVariablesDialog,
}));

interface Props {
  suite: Suite;
  unsavedCount: number;
  /** An import changed the scripts of the suite; these are the current ones. */
  onChanged: (scriptIds: ReadonlySet<string>) => void;
}

/** SuiteMenu imports requests into a suite and exports them. */
export function SuiteMenu({ suite, unsavedCount, onChanged }: Props) {
  const { suiteId, suiteName, projectId, scriptCount } = suite;
  const client = useQueryClient();
  const [open, setOpen] = useState<'import' | 'update' | 'copy' | 'variables' | null>(null);
  const close = () => setOpen(null);
  const others = useSubjectActions('api-suite');
  const finish = async () => {
    close();
    const scripts = await client.fetchQuery(scriptsQuery(suiteId));
    onChanged(new Set(scripts.map((script) => script.scriptId)));
  };
  const startUpdate = () => {
    if (unsavedCount === 0) setOpen('update');
    else toast('warning', 'Save or close changed scripts first.');
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={28} aria-label={`Actions for suite ${suiteName}`}>
            <EllipsisVertical size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('variables')}>Suite variables…</Menu.Item>
          {others.actions.map(({ label, start }) => (
            <Menu.Item key={label} onClick={() => start(subjectOf(suite, true))}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setOpen('import')}>Import requests…</Menu.Item>
          <Menu.Item onClick={startUpdate}>Update from source…</Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={scriptCount === 0} onClick={() => setOpen('copy')}>
            Copy scripts to…
          </Menu.Item>
          <ExportSubMenu label="Export suite" projectId={projectId} suiteIds={[suiteId]} />
        </Menu.Dropdown>
      </Menu>
      {others.dialog}
      <Suspense>
        {open === 'import' || open === 'update' ? (
          <ImportDialog
            projectId={projectId}
            suiteId={suiteId}
            isUpdate={open === 'update'}
            onDone={() => void finish()}
            onClose={close}
          />
        ) : null}
        {open === 'variables' ? <SuiteVariablesDialog suite={suite} onClose={close} /> : null}
        {open === 'copy' ? <CopyScriptsDialog suite={suite} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
