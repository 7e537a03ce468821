import { useQuery } from '@tanstack/react-query';
import type { Project } from '@touchstone/contracts/workspaces';
import { useParams } from 'react-router';
import { useHasPro } from '../../../shared/access/use-pro.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { databasesQuery, ProjectGate } from '../../api-testing/index.ts';
import { reconciliationQuery } from '../api/reconcile.queries.ts';
import { ProOnly } from '../components/pro-only.tsx';
import { ReconcileEditor } from '../components/reconcile-editor.tsx';
import { emptyDraft, toDraft } from '../model/reconcile-draft.ts';
import { reconcilePaths } from '../paths.ts';

/** ReconciliationPage edits a reconciliation, saved or new. */
export function ReconciliationPage() {
  const { reconciliationId = '' } = useParams();
  return (
    <ProjectGate title="Reconciliation">
      {(project) => <Opened key={reconciliationId} project={project} id={reconciliationId} />}
    </ProjectGate>
  );
}

function Opened({ project, id }: { project: Project; id: string }) {
  const isNew = id === 'new';
  const hasPro = useHasPro() && project.workspacePlan === 'PRO';
  const saved = useQuery({ ...reconciliationQuery(id), enabled: !isNew });
  // The form says so if there is no database: it must not move when that is known.
  const databases = useQuery(databasesQuery(project.projectId));
  const back = { label: 'Reconciliations', path: reconcilePaths.list(project.projectId) };
  if (hasPro && databases.isPending)
    return (
      <Page title="Reconciliation">
        <Loaded query={databases}>{() => null}</Loaded>
      </Page>
    );
  if (hasPro && isNew) return <ReconcileEditor project={project} saved={undefined} initial={emptyDraft} />;
  if (hasPro && saved.data)
    return <ReconcileEditor project={project} saved={saved.data} initial={toDraft(saved.data)} />;
  return (
    <Page title="Reconciliation">
      {hasPro ? (
        <Loaded query={saved} back={back}>
          {() => null}
        </Loaded>
      ) : (
        <ProOnly project={project} />
      )}
    </Page>
  );
}
