import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { ChevronDown, ServerCog } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatCount } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Blank } from '../../../ui/blank/blank.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { exportMock } from '../api/imports.ts';
import { mockQuery } from '../api/mock.ts';
import { suitesQuery } from '../api/suites.ts';
import { AssetList, listSearchSchema } from '../components/assets/asset-list.tsx';
import { FaultNotice } from '../components/project/fault-notice.tsx';
import { MockAddress } from '../components/project/mock-address.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { SuiteNav } from '../components/suites/suite-nav.tsx';
import classes from '../components/suites/suites.module.css';
import { useSuiteActions } from '../components/suites/use-suite-actions.tsx';
import { suiteTree } from '../model/suite-tree.ts';
import { useCanWrite } from '../model/use-may.ts';
import { virtualizationPaths } from '../paths.ts';

const ImportDialog = lazy(async () => ({
  default: (await import('../components/imports/import-dialog.tsx')).ImportDialog,
}));

const EnvironmentDialog = lazy(async () => ({
  default: (await import('../components/environments/environment-dialog.tsx')).EnvironmentDialog,
}));

/** OverviewPage shows the mock of a project with its assets, by suite. */
export function OverviewPage() {
  return (
    <ProjectGate title="Assets">{(project) => <Overview key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Overview({ project }: { project: VirtualizationProject }) {
  const { projectId, projectName } = project;
  const navigate = useNavigate();
  const [{ suite }, setSearch] = useSearchState(listSearchSchema);
  const mock = useQuery(mockQuery(projectId));
  const suites = useQuery(suitesQuery(projectId));
  const tree = suiteTree(suites.data ?? []);
  const canWrite = useCanWrite(project);
  const [isImporting, setImporting] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const choose = (suiteId: string) => setSearch({ suite: suiteId, page: 0 }, { push: true });
  const newAsset = virtualizationPaths.newAsset({ suite: suite || undefined });
  useHotkey('create', () => void navigate(newAsset), canWrite);
  const { actions, dialog } = useSuiteActions({
    projectId,
    tree,
    onMade: choose,
    onDeleted: (ids) => ids.has(suite) && choose(''),
  });
  const button = canWrite ? (
    <Button component={Link} to={newAsset}>
      Create asset
    </Button>
  ) : null;
  const importButton = canWrite ? (
    <Button variant="default" onClick={() => setImporting(true)}>
      Import assets
    </Button>
  ) : null;
  return (
    <Page
      title="Assets"
      documentTitle={`Assets · ${projectName}`}
      meta={projectName}
      actions={
        canWrite ? (
          <>
            <MoreMenu
              onSuite={() => actions.onCreate()}
              onImport={() => setImporting(true)}
              onEnvironment={() => setLinking(true)}
              onExport={(format) => void exportMock(projectId, format).catch(toastError)}
            />
            {button}
          </>
        ) : null
      }
    >
      {mock.data ? (
        <MockAddress mock={mock.data} canWrite={canWrite} example="/orders/42" />
      ) : mock.error ? (
        <Problem error={mock.error} onRetry={() => void mock.refetch()} />
      ) : (
        <div style={{ padding: '10px 16px', borderBottom: '1px solid var(--line)' }}>
          <Blank width={420} height={10} line={24} />
        </div>
      )}
      <FaultNotice projectId={projectId} canWrite={canWrite} />
      {mock.data ? <Limit used={mock.data.limit.used} most={mock.data.limit.most} /> : null}
      <div className={classes.both}>
        <SuiteNav tree={tree} chosen={suite} onChoose={choose} actions={canWrite ? actions : undefined} />
        <div className={classes.main}>
          <AssetList
            key={suite}
            project={project}
            tree={tree}
            canWrite={canWrite}
            empty={
              <EmptyState icon={<ServerCog size={20} />} title="No assets yet" action={button} link={importButton}>
                An asset says which requests it matches and what the mock answers.
              </EmptyState>
            }
          />
        </div>
      </div>
      {dialog}
      {isLinking && mock.data ? (
        <Suspense>
          <EnvironmentDialog mock={mock.data} canWrite={canWrite} onClose={() => setLinking(false)} />
        </Suspense>
      ) : null}
      {isImporting ? (
        <Suspense>
          <ImportDialog projectId={projectId} tree={tree} onDone={choose} onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

function Limit({ used, most }: { used: number; most: number | null }) {
  if (most === null || used < most) return null;
  return (
    <p className="dim" style={{ padding: '8px 16px', borderBottom: '1px solid var(--line)' }}>
      {`Active APIs: ${formatCount(used)} of ${formatCount(most)}. Every asset that is switched on counts as one. Switch one off to switch on another.`}
    </p>
  );
}

interface MoreProps {
  onSuite: () => void;
  onImport: () => void;
  onEnvironment: () => void;
  onExport: (format: 'wiremock' | 'openapi') => void;
}

function MoreMenu({ onSuite, onImport, onEnvironment, onExport }: MoreProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={14} />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onSuite}>Create suite</Menu.Item>
        <Menu.Item onClick={onImport}>Import assets…</Menu.Item>
        <Menu.Item onClick={onEnvironment}>Use in an environment…</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => onExport('wiremock')}>Export as WireMock</Menu.Item>
        <Menu.Item onClick={() => onExport('openapi')}>Export as OpenAPI</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
