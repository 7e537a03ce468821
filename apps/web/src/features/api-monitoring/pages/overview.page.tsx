import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Collection, MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { Activity, ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { useCollectionMutations } from '../api/monitors.mutations.ts';
import { collectionsQuery } from '../api/monitors.queries.ts';
import { CollectionDialog } from '../components/collections/collection-dialog.tsx';
import { CollectionNav } from '../components/collections/collection-nav.tsx';
import { listSearchSchema, MonitorList } from '../components/monitors/monitor-list.tsx';
import classes from '../components/monitors/monitors.module.css';
import { StatusTiles } from '../components/monitors/status-tiles.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';

const MonitorEditor = lazy(async () => ({
  default: (await import('../components/editor/monitor-editor.tsx')).MonitorEditor,
}));
const ImportDialog = lazy(async () => ({
  default: (await import('../components/imports/import-dialog.tsx')).ImportDialog,
}));

const searchSchema = listSearchSchema.extend({ create: z.enum(['', 'monitor']).catch('').default('') });

/** OverviewPage shows the monitored APIs of a project, by collection. */
export function OverviewPage() {
  return (
    <ProjectGate title="Monitored APIs">
      {(project) => <Overview key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

type Dialog = { kind: 'collection'; collection?: Collection } | { kind: 'import' } | null;

function Overview({ project }: { project: MonitoringProject }) {
  const { projectId, projectName, monitors } = project;
  const [{ collection, create }, setSearch] = useSearchState(searchSchema);
  const [dialog, setDialog] = useState<Dialog>(null);
  const collections = useQuery(collectionsQuery(projectId)).data ?? [];
  const canWrite = useCanWrite(project);
  const choose = (collectionId: string) => setSearch({ collection: collectionId, page: 0 }, { push: true });
  const begin = () => setSearch({ create: 'monitor' });
  useHotkey('create', begin, canWrite);
  const askDelete = useCollectionDeletion((deleted) => deleted === collection && choose(''));
  const close = () => setDialog(null);
  const total = collections.reduce((all, each) => all + each.monitors.total, 0);
  const button = canWrite ? <Button onClick={begin}>Create monitored API</Button> : null;
  return (
    <Page
      title="Monitored APIs"
      documentTitle={`Monitored APIs · ${projectName}`}
      meta={projectName}
      actions={
        canWrite ? (
          <>
            <MoreMenu
              onCollection={() => setDialog({ kind: 'collection' })}
              onImport={() => setDialog({ kind: 'import' })}
            />
            {button}
          </>
        ) : null
      }
    >
      <StatusTiles projectId={projectId} onChoose={(status) => setSearch({ status, page: 0 }, { push: true })} />
      <div className={classes.both}>
        <CollectionNav
          collections={collections}
          chosen={collection}
          total={Math.max(total, monitors.total)}
          onChoose={choose}
          actions={
            canWrite
              ? {
                  onCreate: () => setDialog({ kind: 'collection' }),
                  onEdit: (one) => setDialog({ kind: 'collection', collection: one }),
                  onDelete: askDelete,
                }
              : undefined
          }
        />
        <div className={classes.main}>
          <MonitorList
            key={collection}
            project={project}
            collections={collections}
            canWrite={canWrite}
            empty={
              <EmptyState icon={<Activity size={20} />} title="No monitored APIs yet" action={button}>
                A monitored API is checked repeatedly. You get an incident when it is down.
              </EmptyState>
            }
          />
        </div>
      </div>
      <Suspense>
        {dialog?.kind === 'collection' ? (
          <CollectionDialog
            projectId={projectId}
            collection={dialog.collection}
            onMade={({ collectionId }) => choose(collectionId)}
            onClose={close}
          />
        ) : null}
        {dialog?.kind === 'import' ? <ImportDialog project={project} onDone={choose} onClose={close} /> : null}
        {create && canWrite ? (
          <MonitorEditor
            project={project}
            collectionId={collection || undefined}
            onClose={() => setSearch({ create: '' })}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}

function MoreMenu({ onCollection, onImport }: { onCollection: () => void; onImport: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={14} />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onCollection}>Create collection</Menu.Item>
        <Menu.Item onClick={onImport}>Import collection…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useCollectionDeletion(onDeleted: (collectionId: string) => void) {
  const { remove } = useCollectionMutations();
  return ({ collectionId, name, monitors: { total } }: Collection) =>
    confirmAction({
      title: `Delete collection ${name}?`,
      message: `This also deletes its ${formatCount(total)} monitored APIs with their results and incidents. You can't undo this.`,
      confirm: 'Delete collection',
      onConfirm: async () => {
        await remove.mutateAsync(collectionId);
        onDeleted(collectionId);
      },
    });
}
