import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FolderInfo } from '@touchstone/contracts/orchestration';
import { EllipsisVertical } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { FlowScreen, flowQuery, type LibraryProps } from '../../flows/index.ts';
import { placeQuery } from '../api/orchestration.queries.ts';
import { ScriptLibrary } from '../components/canvas/script-library.tsx';
import { EntryMenuItems } from '../components/entries/entry-menu.tsx';
import { FolderWay } from '../components/entries/folder-way.tsx';
import { useEntryActions } from '../components/entries/use-entry-actions.tsx';
import { useCanWrite } from '../model/use-may.ts';
import { orchestrationPaths } from '../paths.ts';

const searchSchema = z.object({ run: z.string().catch('').default('') });
const library = (props: LibraryProps) => <ScriptLibrary {...props} />;

/** WorkflowPage is the canvas of a workflow, or one of its runs. */
export function WorkflowPage() {
  const { flowId = '' } = useParams();
  const [{ run }] = useSearchState(searchSchema);
  const place = useQuery(placeQuery(flowId));
  return (
    <Loaded query={place} back={{ label: 'Projects', path: orchestrationPaths.projects }}>
      {(folder) => <Opened key={`${flowId} ${run}`} folder={folder} flowId={flowId} runId={run} />}
    </Loaded>
  );
}

function Opened({ folder, flowId, runId }: { folder: FolderInfo; flowId: string; runId: string }) {
  const { projectId, path, role } = folder;
  const canWrite = useCanWrite(role);
  const home = {
    project: { projectId, projectName: path[0]?.name ?? folder.name },
    canWrite,
    library,
    back: { label: folder.name, path: orchestrationPaths.folder(folder.deepLinkId) },
    flowPath: orchestrationPaths.workflow,
    reachesOthers: true as const,
    reportPath: (run: string) => orchestrationPaths.reports(run),
    way: <FolderWay path={path} />,
    menu: <WorkflowMenu folder={folder} flowId={flowId} canWrite={canWrite} />,
  };
  return <FlowScreen home={home} flowId={flowId} runId={runId} />;
}

function WorkflowMenu({ folder, flowId, canWrite }: { folder: FolderInfo; flowId: string; canWrite: boolean }) {
  const navigate = useNavigate();
  const flow = useQuery(flowQuery(flowId)).data;
  const { actions, dialog } = useEntryActions({
    folder,
    onDeleted: () => navigate(orchestrationPaths.folder(folder.deepLinkId)),
  });
  if (!flow) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            size="var(--control)"
            variant="default"
            aria-label="Workflow actions"
            data-tour="workflow-actions"
          >
            <EllipsisVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <EntryMenuItems
            entry={{ ...flow, folderType: 'WORKFLOW', isStarred: false }}
            actions={actions}
            canWrite={canWrite}
          />
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
