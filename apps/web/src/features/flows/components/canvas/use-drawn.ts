import type { Joint } from '@touchstone/engine-flow/core';
import type { NodeChange, OnNodesChange } from '@xyflow/react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { type Block, BlockDrawer, jointEdge, linkEdge } from '../../model/canvas/drawn.ts';
import { type BlockPlace, jointKey } from '../../model/document/flow-document.ts';
import type { Selection } from '../../model/editor.ts';
import type { FlowCanvasProps } from './canvas-props.ts';

const origin: BlockPlace = { x: 0, y: 0 };
const toggled = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** useDrawn derives what the canvas draws from the document, and applies mouse edits to it. */
export function useDrawn({ editor, kinds, problems, states }: FlowCanvasProps) {
  const view = useSyncExternalStore(editor.subscribe, editor.getView);
  const { document, selection, current, linking } = view;
  const drawer = useMemo(() => new BlockDrawer(kinds), [kinds]);
  // Places of dragged blocks; the document changes on drop.
  const [dragged, setDragged] = useState<ReadonlyMap<string, BlockPlace>>(new Map());
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const { node } of problems) if (node !== undefined) found.set(node, (found.get(node) ?? 0) + 1);
    return found;
  }, [problems]);
  const nodes = useMemo(
    () =>
      document.flow.nodes.map((node) =>
        drawer.draw(node, {
          place: dragged.get(node.id) ?? document.layout[node.id] ?? origin,
          problems: counts.get(node.id) ?? 0,
          state: states?.get(node.id),
          isCurrent: node.id === current,
          isLinkSource: node.id === linking?.from,
          isSelected: selection.nodes.has(node.id),
        }),
      ),
    [document, drawer, dragged, counts, states, current, linking, selection.nodes],
  );
  const edges = useMemo(() => {
    const hasEnded = (id: string, on: 'success' | 'error') =>
      states?.get(id)?.status === (on === 'success' ? 'passed' : 'failed');
    const hasRun = (id: string) => states?.has(id) === true && states.get(id)?.status !== 'skipped';
    return [
      ...document.flow.links.map((link) =>
        linkEdge(link, selection.links.has(link.id), hasEnded(link.from, link.on) && hasRun(link.to)),
      ),
      ...document.flow.joints.map((joint) => jointEdge(joint, selection.joints.has(jointKey(joint)))),
    ];
  }, [document.flow.links, document.flow.joints, selection.links, selection.joints, states]);
  const drop = (places: ReadonlyMap<string, BlockPlace>) => {
    const inWhole = (place: BlockPlace) =>
      Object.fromEntries(
        Object.entries(place).map(([name, value]) => [name, Math.round(value)]),
      ) as unknown as BlockPlace;
    editor.apply({
      type: 'place',
      places: Object.fromEntries([...places].map(([id, place]) => [id, inWhole(place)])),
    });
    setDragged(new Map());
  };
  const onNodesChange: OnNodesChange<Block> = (changes) => {
    const moved = changes.filter((change) => change.type === 'position' && change.position !== undefined);
    if (moved.length > 0)
      setDragged((before) => {
        const next = new Map(before);
        for (const change of moved as Extract<NodeChange<Block>, { type: 'position' }>[])
          next.set(change.id, { ...document.layout[change.id], ...change.position! });
        return next;
      });
    // A block resized by the user; a merely measured one has no `resizing`.
    const sized = changes.filter((change) => change.type === 'dimensions' && change.resizing !== undefined);
    for (const change of sized as Extract<NodeChange<Block>, { type: 'dimensions' }>[]) {
      const place = { ...(dragged.get(change.id) ?? document.layout[change.id] ?? origin), ...change.dimensions };
      if (change.resizing)
        setDragged((before) => new Map(before).set(change.id, { ...before.get(change.id), ...place }));
      else drop(new Map([[change.id, place]]));
    }
    const chosen = changes.filter((change) => change.type === 'select');
    if (chosen.length === 0) return;
    const now = new Set(editor.getView().selection.nodes);
    for (const { id, selected } of chosen) {
      if (selected) now.add(id);
      else now.delete(id);
    }
    editor.select({ nodes: now });
  };
  const onDragStop = () => drop(dragged);
  const onSelect = (chosen: { node?: string; link?: string; joint?: Joint }, isAdded = false) => {
    const next: Partial<Selection> = {};
    if (chosen.node !== undefined)
      next.nodes = isAdded ? toggled(editor.getView().selection.nodes, chosen.node) : new Set([chosen.node]);
    if (chosen.link !== undefined) next.links = new Set([chosen.link]);
    if (chosen.joint !== undefined) next.joints = new Set([jointKey(chosen.joint)]);
    editor.select(next, chosen.node);
  };
  return { view, nodes, edges, onNodesChange, onDragStop, onSelect };
}
