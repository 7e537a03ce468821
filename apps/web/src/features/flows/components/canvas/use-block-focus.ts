import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { blockSize } from '../../model/canvas/block-geometry.ts';
import { type Box, neighbour, type Way } from '../../model/canvas/neighbour.ts';
import { viewOf } from '../../model/canvas/overview.ts';
import type { FlowEditor } from '../../model/editor.ts';
import type { BlockKinds } from '../../model/kinds.ts';

const blockElement = (host: HTMLElement | null, id: string): HTMLElement | undefined =>
  [...(host?.querySelectorAll<HTMLElement>('[data-block]') ?? [])].find(({ dataset }) => dataset.block === id);

function isInside(element: Element, frame: Element): boolean {
  const [inner, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}

/** useBlockFocus moves the focus between blocks. */
export function useBlockFocus(editor: FlowEditor, kinds: BlockKinds, host: RefObject<HTMLElement | null>) {
  const { setCenter, getZoom } = useReactFlow();
  const store = useStoreApi();
  const { current } = useSyncExternalStore(editor.subscribe, editor.getView);
  const wanted = useRef<string | undefined>(undefined);
  useEffect(() => {
    const { current: section } = host;
    if (!section) return;
    const observer = new MutationObserver(() => {
      const { current: id } = wanted;
      const element = id === undefined ? undefined : blockElement(section, id);
      if (!element) return;
      wanted.current = undefined;
      element.focus({ preventScroll: true });
    });
    observer.observe(section, { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] });
    return () => observer.disconnect();
  }, [host]);
  const boxes = (): Box[] => {
    const { document } = editor.getView();
    return document.flow.nodes.map((node) => {
      const { x = 0, y = 0, ...size } = document.layout[node.id] ?? {};
      return { id: node.id, x, y, ...blockSize(node, { x, y, ...size }, kinds.pathOf(node) !== undefined) };
    });
  };
  /** Focuses a block, after moving it into view if needed, since only visible blocks are in the DOM. */
  const focus = (id: string): void => {
    editor.goTo(id);
    const element = blockElement(host.current, id);
    if (element && host.current && isInside(element, host.current)) {
      element.focus({ preventScroll: true });
      return;
    }
    wanted.current = id;
    const box = boxes().find((one) => one.id === id);
    if (box) void setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: Math.max(getZoom(), 0.6) });
  };
  // A block that was added, or that a panel links to, is moved into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is whether another block became the current one
  useEffect(() => {
    const { transform, width, height } = store.getState();
    const box = boxes().find(({ id }) => id === current);
    if (!box || width === 0) return;
    const [x, y, zoom] = transform;
    const view = viewOf({ x, y, zoom }, width, height);
    const isSeen =
      box.x >= view.x &&
      box.y >= view.y &&
      box.x + box.width <= view.x + view.width &&
      box.y + box.height <= view.y + view.height;
    if (!isSeen) void setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: Math.max(zoom, 0.6) });
  }, [current]);
  const go = (way: Way): void => {
    const { current, document } = editor.getView();
    const next = current === undefined ? document.flow.nodes[0]?.id : neighbour(boxes(), current, way);
    if (next !== undefined) focus(next);
  };
  /** Deletes the selection and moves the focus to a neighbour. */
  const remove = (): void => {
    const { current } = editor.getView();
    const next = current && (neighbour(boxes(), current, 'left') ?? neighbour(boxes(), current, 'right'));
    editor.removeSelected();
    const exists = editor.getView().document.flow.nodes.some(({ id }) => id === next);
    if (next && exists) focus(next);
    else host.current?.focus();
  };
  return { focus, go, remove };
}
