import { Button } from '@mantine/core';
import type { FlowRunState } from '@touchstone/contracts/flows';
import type { Project } from '@touchstone/contracts/workspaces';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { formatDuration } from '../../../shared/format.ts';
import { Page } from '../../../ui/page.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { runPaths } from '../../runs/paths.ts';
import type { FlowDocument } from '../model/document/flow-document.ts';
import { FlowEditor } from '../model/editor.ts';
import type { BlockKinds } from '../model/kinds.ts';
import type { NodeRunDetail } from '../model/run-state.ts';
import { flowPaths } from '../paths.ts';
import { Workbench } from './workbench/workbench.tsx';

interface Props {
  run: Omit<FlowRunState, 'document'> & { document: FlowDocument };
  kinds: BlockKinds;
  project: Project;
}

/** FlowRunPage shows a run on the canvas, as the workflow was when the run began, also while it goes on. */
export function FlowRunPage({ run, kinds, project }: Props) {
  const [editor] = useState(() => new FlowEditor(run.document, kinds));
  const states = useMemo(
    () =>
      new Map<string, NodeRunDetail>(
        run.nodes.map(({ node, childLink, ...state }) => [node, { ...state, link: childLink }]),
      ),
    [run.nodes],
  );
  const firstFailed = run.nodes.find(({ status }) => status === 'failed')?.node;
  useEffect(() => {
    if (firstFailed !== undefined && editor.getView().current === undefined) editor.goTo(firstFailed);
  }, [editor, firstFailed]);
  return (
    <Page
      title={run.flowName}
      documentTitle={`Run of ${run.flowName} · ${project.projectName}`}
      meta={
        <span className="row" style={{ gap: 12 }}>
          <StatusLabel status={run.status}>{run.executionStatus}</StatusLabel>
          <span>{formatDuration(run.durationMs)}</span>
          {run.message ? <span>{run.message}</span> : null}
        </span>
      }
      actions={
        <>
          <Button variant="default" component={Link} to={flowPaths.flow(run.flowId, project.projectId)}>
            Edit workflow
          </Button>
          <Button component={Link} to={runPaths.run(run.runId)}>
            Open report
          </Button>
        </>
      }
    >
      <Workbench
        editor={editor}
        kinds={kinds}
        projectId={project.projectId}
        problems={[]}
        states={states}
        environments={[]}
        databases={[]}
        variables={[]}
        isReadOnly
        portsOf={async () => undefined}
        offeredOf={() => []}
      />
    </Page>
  );
}
