import { useState, useSyncExternalStore } from 'react';
import { SplitPane } from '../../../../ui/panes/split-pane.tsx';
import type { DraggedKind } from '../../model/canvas/dragged-kind.ts';
import type { BlockPlace } from '../../model/document/flow-document.ts';
import { FlowCanvas } from '../canvas/flow-canvas.tsx';
import { BlockList } from '../panels/block-list.tsx';
import { SidePanel, type SideTab } from './side-panel.tsx';
import classes from './workbench.module.css';
import type { WorkbenchProps } from './workbench-props.ts';

/**
 * Workbench edits a workflow: the block library on the left, the canvas, the selection on the right. On a small screen
 * it lists the blocks.
 */
export function Workbench(props: WorkbenchProps) {
  const { editor, kinds, library, problems, states, isReadOnly, portsOf } = props;
  const view = useSyncExternalStore(editor.subscribe, editor.getView);
  // A small screen starts with the list of blocks, unless one of them is to be shown.
  const isShown = view.current !== undefined;
  const [chosen, setTab] = useState<SideTab>();
  const tab = chosen ?? (window.matchMedia('(max-width: 767px)').matches && !isShown ? 'blocks' : 'details');
  const add = async (chosen: DraggedKind, place?: BlockPlace) => {
    const kind = kinds.find(chosen.kind);
    if (!kind) return;
    const ports = await portsOf(chosen);
    const { current, document } = editor.getView();
    const before = current === undefined ? undefined : document.layout[current];
    const at = place ?? (before ? { x: before.x + 320, y: before.y } : { x: 0, y: 160 * document.flow.nodes.length });
    editor.add(kind, at, { ...chosen.given, ...ports }, place ? undefined : current);
    setTab('details');
  };
  const focusSearch = () =>
    document.querySelector<HTMLElement>('input[aria-label="Search blocks and scripts"]')?.focus();
  const canvas = (
    <FlowCanvas
      editor={editor}
      kinds={kinds}
      problems={problems}
      states={states}
      isReadOnly={isReadOnly}
      onOpen={() => {
        setTab('details');
        requestAnimationFrame(() =>
          document
            .querySelector<HTMLElement>('section[aria-label="Block"] input, section[aria-label="Link"] input')
            ?.focus(),
        );
      }}
      onAdd={focusSearch}
      onDropKind={(chosen, place) => void add(chosen, place)}
    />
  );
  return (
    <div className={classes.bench}>
      {isReadOnly ? null : (
        <div className={classes.left} data-tour="blocks">
          <BlockList kinds={kinds} library={library} onAdd={(chosen) => void add(chosen)} />
        </div>
      )}
      <div className={classes.main}>
        <SplitPane
          id="flow-details"
          label="Resize the details"
          direction="row"
          initial={72}
          min={40}
          max={85}
          first={<div className={classes.canvas}>{canvas}</div>}
          second={<SidePanel {...props} view={view} tab={tab} onTab={setTab} />}
          flows
        />
      </div>
    </div>
  );
}
