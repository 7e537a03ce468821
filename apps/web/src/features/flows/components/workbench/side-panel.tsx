import { SegmentedControl } from '@mantine/core';
import type { FlowProblem } from '@touchstone/engine-flow/core';
import type { EditorView } from '../../model/editor.ts';
import { LinkDetails } from '../panels/link-details.tsx';
import { NodeDetails } from '../panels/node-details.tsx';
import { NodeList } from '../panels/node-list.tsx';
import { ProblemsPanel } from '../panels/problems-panel.tsx';
import classes from './workbench.module.css';
import type { WorkbenchProps } from './workbench-props.ts';

/** Tabs of the panel next to the canvas. */
export type SideTab = 'details' | 'blocks' | 'problems';
const tabs: readonly SideTab[] = ['details', 'blocks', 'problems'];

type Props = WorkbenchProps & { view: EditorView; tab: SideTab; onTab: (tab: SideTab) => void };

/** SidePanel shows the selection, all blocks, or all problems. */
export function SidePanel(props: Props) {
  const { editor, view, kinds, problems, states, tab, onTab } = props;
  const go = ({ node, link }: Pick<FlowProblem, 'node' | 'link'>) => {
    if (link !== undefined) editor.select({ links: new Set([link]) });
    else if (node !== undefined) editor.goTo(node);
    onTab('details');
  };
  return (
    <aside className={classes.right} aria-label="Workflow details">
      <SegmentedControl
        fullWidth
        aria-label="Panel"
        value={tab}
        onChange={(value) => onTab(tabs.find((one) => one === value) ?? 'details')}
        data={[
          { value: 'details', label: 'Details' },
          { value: 'blocks', label: `Blocks ${view.document.flow.nodes.length}` },
          { value: 'problems', label: problems.length === 0 ? 'Problems' : `Problems ${problems.length}` },
        ]}
      />
      <div className={classes.tab}>
        {tab === 'details' ? <Selected {...props} /> : null}
        {tab === 'blocks' ? <NodeList view={view} kinds={kinds} states={states} onGo={(node) => go({ node })} /> : null}
        {tab === 'problems' ? <ProblemsPanel document={view.document} problems={problems} onGo={go} /> : null}
      </div>
    </aside>
  );
}

function Selected(props: Props) {
  const { editor, view, states, isReadOnly } = props;
  const { nodes, links } = view.selection;
  const [nodeId, linkId] = [nodes.size === 1 ? [...nodes][0] : undefined, [...links][0]];
  if (nodeId !== undefined)
    return <NodeDetails {...props} nodeId={nodeId} offered={props.offeredOf(nodeId)} run={states?.get(nodeId)} />;
  if (linkId !== undefined) return <LinkDetails editor={editor} view={view} linkId={linkId} isReadOnly={isReadOnly} />;
  return (
    <p className="dim" style={{ padding: 12 }}>
      {nodes.size > 1 ? `${nodes.size} blocks selected` : 'Select a block or a link to see its details.'}
    </p>
  );
}
