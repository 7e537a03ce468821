import { BaseEdge, type EdgeProps, EdgeText, getBezierPath } from '@xyflow/react';
import { memo } from 'react';
import type { JointEdge, LinkEdge } from '../../model/canvas/drawn.ts';

const longest = 32;
const short = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** LinkLine is a line from a block to the one that runs after it, with its condition. */
export const LinkLine = memo(function LinkLine({ data, selected, markerEnd, ...ends }: EdgeProps<LinkEdge>) {
  const [path, x, y] = getBezierPath(ends);
  const { link, isTaken } = data!;
  const label = [link.on === 'error' ? 'On error' : '', link.condition ?? ''].filter(Boolean).join(': ');
  const stroke = selected
    ? 'var(--accent)'
    : link.on === 'error'
      ? 'var(--fail)'
      : isTaken
        ? 'var(--pass)'
        : 'var(--ink-3)';
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={16}
        {...(markerEnd && { markerEnd })}
        style={{
          stroke,
          strokeWidth: selected || isTaken ? 2.5 : 1.5,
          ...(link.on === 'error' && { strokeDasharray: '6 4' }),
        }}
      />
      {label === '' ? null : (
        <EdgeText
          x={x}
          y={y}
          label={short(label)}
          labelStyle={{ fill: 'var(--ink-2)', fontSize: 11 }}
          labelBgStyle={{ fill: 'var(--canvas)' }}
          labelBgPadding={[4, 2]}
        />
      )}
    </>
  );
});

/** JointLine is a line from an output to the input that takes its value. */
export const JointLine = memo(function JointLine({ data, selected, ...ends }: EdgeProps<JointEdge>) {
  const [path, x, y] = getBezierPath(ends);
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={14}
        style={{ stroke: 'var(--accent)', strokeWidth: selected ? 2.5 : 1.25, strokeDasharray: '2 3' }}
      />
      {data!.joint.coerce ? (
        <EdgeText
          x={x}
          y={y}
          label="converted"
          labelStyle={{ fill: 'var(--ink-2)', fontSize: 10 }}
          labelBgStyle={{ fill: 'var(--canvas)' }}
          labelBgPadding={[3, 1]}
        />
      ) : null}
    </>
  );
});
