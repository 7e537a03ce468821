import type { Port } from '@touchstone/engine-flow/core';
import { Handle, type NodeProps, NodeResizer, Position, useStore } from '@xyflow/react';
import { Box, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { blockMeasures, portTop } from '../../model/canvas/block-geometry.ts';
import type { Block as BlockNode } from '../../model/canvas/drawn.ts';
import { handleId } from '../../model/canvas/handles.ts';
import type { PortSide } from '../../model/document/flow-document.ts';
import { runStates } from '../../model/run-state.ts';
import classes from './block.module.css';

/** Block is a node on the canvas: its kind, name, state, and its inputs and outputs with their handles. */
export const Block = memo(function Block({ id, data, selected }: NodeProps<BlockNode>) {
  const { node, kind, path, problems, state, isCurrent, isLinkSource } = data;
  const Icon = kind?.icon ?? Box;
  const title = kind?.title ?? node.kind;
  const word = state ? runStates[state.status].word : undefined;
  const label = [
    node.name,
    title,
    word,
    problems > 0 && `${problems} ${problems === 1 ? 'problem' : 'problems'}`,
    isLinkSource && 'link begins here',
  ];
  if (kind?.work === 'note') return <Comment id={id} text={node.name} data={data} selected={selected} />;
  const hasTarget = node.kind !== 'start';
  const hasSource = kind?.work !== 'stop';
  const canFail = kind !== undefined && ['attempt', 'items', 'signal'].includes(kind.work);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of fields is something else
    <div
      role="group"
      aria-roledescription="block"
      tabIndex={isCurrent ? 0 : -1}
      data-block={id}
      data-colour={kind?.colour ?? 'control'}
      data-selected={selected || undefined}
      data-state={state?.status}
      className={classes.block}
      aria-label={label.filter(Boolean).join(', ')}
    >
      <div className={classes.head}>
        <span className={classes.icon} aria-hidden>
          <Icon size={14} />
        </span>
        <span className={classes.words}>
          <span className={`${classes.name} ellipsis`}>{node.name}</span>
          <span className={`${classes.kind} ellipsis`}>{word ?? title}</span>
        </span>
        {problems > 0 ? <TriangleAlert size={14} className={classes.warn} aria-hidden /> : null}
        {state ? <StatusGlyph status={runStates[state.status].glyph} decorative /> : null}
      </div>
      {path === undefined ? null : <div className={`${classes.path} ellipsis`}>{path}</div>}
      {node.inputs.length + node.outputs.length > 0 ? <Ports inputs={node.inputs} outputs={node.outputs} /> : null}
      {hasTarget ? (
        <Handle
          type="target"
          id="before"
          position={Position.Left}
          className={classes.order}
          style={{ top: blockMeasures.head / 2 }}
        />
      ) : null}
      {hasSource ? (
        <Handle
          type="source"
          id="after:success"
          position={Position.Right}
          className={classes.order}
          style={{ top: blockMeasures.head / 2 }}
        />
      ) : null}
      {canFail ? (
        <Handle type="source" id="after:error" position={Position.Bottom} className={classes.error} title="On error" />
      ) : null}
      <Ends side="inputs" ports={node.inputs} hasPath={path !== undefined} />
      <Ends side="outputs" ports={node.outputs} hasPath={path !== undefined} />
    </div>
  );
});

function Ports({ inputs, outputs }: { inputs: readonly Port[]; outputs: readonly Port[] }) {
  return (
    <div className={classes.sections}>
      <Section title="Inputs" ports={inputs} />
      <Section title="Outputs" ports={outputs} />
    </div>
  );
}

function Section({ title, ports }: { title: string; ports: readonly Port[] }) {
  const { maxRows } = blockMeasures;
  const hidden = ports.length > maxRows ? ports.length - maxRows + 1 : 0;
  const shown = hidden > 0 ? ports.slice(0, maxRows - 1) : ports;
  return (
    <div className={classes.section}>
      <div className={classes.sectionHead}>{ports.length > 0 ? title : ''}</div>
      {shown.map(({ name, type, required }) => (
        <div key={name} className={classes.port} title={`${name}: ${type}${required ? ', required' : ''}`}>
          <span className="ellipsis">
            {name}
            {required ? ' *' : ''}
          </span>
          <span className={classes.type}>{type}</span>
        </div>
      ))}
      {hidden > 0 ? <div className={classes.port}>{hidden} more</div> : null}
    </div>
  );
}

function Ends({ side, ports, hasPath }: { side: PortSide; ports: readonly Port[]; hasPath: boolean }) {
  return ports.map(({ name, type }, index) => (
    <Handle
      key={name}
      type={side === 'inputs' ? 'target' : 'source'}
      id={handleId({ type: 'port', side, port: name })}
      position={side === 'inputs' ? Position.Left : Position.Right}
      className={classes.joint}
      data-type={type}
      style={{ top: portTop(index, hasPath) }}
    />
  ));
}

function Comment({
  id,
  text,
  data,
  selected,
}: {
  id: string;
  text: string;
  data: BlockNode['data'];
  selected: boolean;
}) {
  const { text: longer } = data.node.settings;
  const canEdit = useStore(({ nodesDraggable }) => nodesDraggable);
  return (
    <>
      {canEdit ? <NodeResizer isVisible={selected} minWidth={120} minHeight={56} /> : null}
      {/* biome-ignore lint/a11y/useSemanticElements: as every block */}
      <div
        role="group"
        aria-roledescription="block"
        tabIndex={data.isCurrent ? 0 : -1}
        data-block={id}
        data-selected={selected || undefined}
        className={classes.comment}
        aria-label={`${text}, comment`}
      >
        <strong>{text}</strong>
        {typeof longer === 'string' ? <p>{longer}</p> : null}
      </div>
    </>
  );
}
