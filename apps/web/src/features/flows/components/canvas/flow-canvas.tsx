import '@xyflow/react/dist/style.css';
import { Background, ConnectionMode, ReactFlow, ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react';
import { useRef, useState } from 'react';
import type { Block as BlockNode, DrawnEdge } from '../../model/canvas/drawn.ts';
import { endOf } from '../../model/canvas/handles.ts';
import { blockAt, isCrowded, maxDrawnBlocks, viewOf } from '../../model/canvas/overview.ts';
import type { BlockPlace } from '../../model/document/flow-document.ts';
import { Block } from './block.tsx';
import { CanvasNotice } from './canvas-notice.tsx';
import type { FlowCanvasProps } from './canvas-props.ts';
import { CanvasToolbar } from './canvas-toolbar.tsx';
import { JointLine, LinkLine } from './edges.tsx';
import classes from './flow-canvas.module.css';
import { MapPanel, OverviewLayer } from './overview-layer.tsx';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useDrawn } from './use-drawn.ts';
import { useDropped } from './use-dropped.ts';
import { useFit } from './use-fit.ts';

const nodeTypes = { block: Block };
const edgeTypes = { link: LinkLine, joint: JointLine };
const noBlocks: BlockNode[] = [];
const noEdges: DrawnEdge[] = [];

/** FlowCanvas shows a workflow, editable by mouse and keyboard. */
export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas(props: FlowCanvasProps) {
  const { editor, kinds, isReadOnly = false, onOpen } = props;
  const host = useRef<HTMLElement>(null);
  const { view, nodes, edges, onNodesChange, onDragStop, onSelect } = useDrawn(props);
  const { screenToFlowPosition } = useReactFlow();
  // Blocks that are too many to read are drawn as a cheap overview. A large workflow starts with it: what the view
  // shows before it is fitted to all blocks isn't seen anyway.
  const [isPlaced, setPlaced] = useState(false);
  const isFar = useStore(
    ({ transform: [x, y, zoom], width, height }) =>
      (!isPlaced && nodes.length > maxDrawnBlocks) || isCrowded(nodes, viewOf({ x, y, zoom }, width, height)),
  );
  const fit = useFit(nodes);
  const keys = useCanvasKeys({ ...props, fit }, host);
  const dropped = useDropped(props.onDropKind);
  const canEdit = !isReadOnly;
  const arrange = async (places: Record<string, BlockPlace>) => {
    // A large workflow moves as an overview: rendering its blocks along the way would block the page.
    setPlaced(false);
    editor.apply({ type: 'place', places });
    await new Promise(requestAnimationFrame);
    await fit();
    setPlaced(true);
  };
  return (
    <section ref={host} className={classes.canvas} aria-label="Canvas" {...keys.handlers} {...(canEdit && dropped)}>
      <ReactFlow
        nodes={isFar ? noBlocks : nodes}
        edges={isFar ? noEdges : edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onNodeDragStop={onDragStop}
        onSelectionDragStop={onDragStop}
        onNodeClick={(event, node) => onSelect({ node: node.id }, event.shiftKey || event.ctrlKey || event.metaKey)}
        onNodeDoubleClick={() => onOpen?.()}
        onEdgeClick={(_, { data }) => {
          onSelect(data && 'link' in data ? { link: data.link.id } : data ? { joint: data.joint } : {});
          onOpen?.();
        }}
        onPaneClick={(event) => {
          const block = isFar && blockAt(nodes, screenToFlowPosition({ x: event.clientX, y: event.clientY }));
          if (block) keys.focus(block.id);
          else onSelect({});
        }}
        onInit={() => void fit(0).then(() => setPlaced(true))}
        isValidConnection={({ source, target, sourceHandle, targetHandle }) =>
          editor.judge({ node: source, end: endOf(sourceHandle) }, { node: target, end: endOf(targetHandle) }).type !==
          'refused'
        }
        onConnectEnd={(_, { fromHandle, toHandle }) => {
          if (!fromHandle || !toHandle) return;
          const ends = [fromHandle, toHandle].map(({ nodeId, id }) => ({ node: nodeId, end: endOf(id) }));
          const [from, to] = fromHandle.type === 'target' ? [ends[1]!, ends[0]!] : [ends[0]!, ends[1]!];
          editor.connect(from, to);
        }}
        connectionMode={ConnectionMode.Strict}
        connectionRadius={24}
        nodesConnectable={canEdit}
        nodesDraggable={canEdit}
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        multiSelectionKeyCode={null}
        selectNodesOnDrag={false}
        onlyRenderVisibleElements
        elevateNodesOnSelect={false}
        minZoom={0.05}
        maxZoom={2}
        proOptions={{ hideAttribution: false }}
      >
        <Background gap={24} color="var(--strong)" />
        {isFar ? <OverviewLayer blocks={nodes} links={view.document.flow.links} /> : null}
        <MapPanel blocks={nodes} links={view.document.flow.links} />
        <CanvasToolbar
          editor={editor}
          view={view}
          kinds={kinds}
          host={host}
          isReadOnly={isReadOnly}
          onAdd={props.onAdd}
          fit={fit}
          onArrange={arrange}
        />
      </ReactFlow>
      <CanvasNotice editor={editor} view={view} />
    </section>
  );
}
