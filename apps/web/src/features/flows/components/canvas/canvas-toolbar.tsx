import { ActionIcon } from '@mantine/core';
import { Panel, useReactFlow } from '@xyflow/react';
import { Expand, type LucideIcon, Minus, Network, Plus, Redo2, Scan, SquarePlus, Undo2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { blockSize } from '../../model/canvas/block-geometry.ts';
import type { BlockPlace } from '../../model/document/flow-document.ts';
import type { EditorView, FlowEditor } from '../../model/editor.ts';
import type { BlockKinds } from '../../model/kinds.ts';
import classes from './flow-canvas.module.css';

interface Props {
  editor: FlowEditor;
  view: EditorView;
  kinds: BlockKinds;
  host: RefObject<HTMLElement | null>;
  isReadOnly: boolean;
  onAdd: (() => void) | undefined;
  fit: (durationMs?: number) => void;
  onArrange: (places: Record<string, BlockPlace>) => Promise<void>;
}

/** CanvasToolbar are mouse actions on the whole canvas. */
export function CanvasToolbar({ editor, view, kinds, host, isReadOnly, onAdd, fit, onArrange }: Props) {
  const { zoomIn, zoomOut } = useReactFlow();
  const [isLayingOut, setLayingOut] = useState(false);
  const layOut = async () => {
    setLayingOut(true);
    try {
      const { autoLayout } = await import('../../model/layout/auto-layout.ts');
      const { document } = editor.getView();
      const byId = new Map(document.flow.nodes.map((node) => [node.id, node]));
      const places = await autoLayout(document, (id) => {
        const node = byId.get(id)!;
        return blockSize(node, document.layout[id], kinds.pathOf(node) !== undefined);
      });
      await onArrange(places);
    } catch (error) {
      toastError(error);
    }
    setLayingOut(false);
  };
  const toggleFullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : host.current?.requestFullscreen())?.catch(
      toastError,
    );
  return (
    <Panel position="top-left">
      <div className={classes.toolbar} role="toolbar" aria-label="Canvas tools" data-tour="canvas-tools">
        {isReadOnly ? null : (
          <>
            <Tool label="Add block (I)" icon={SquarePlus} run={() => onAdd?.()} />
            <span className={classes.divider} />
            <Tool label="Undo (Ctrl Z)" icon={Undo2} run={() => editor.undo()} disabled={!view.canUndo} />
            <Tool label="Redo (Ctrl Shift Z)" icon={Redo2} run={() => editor.redo()} disabled={!view.canRedo} />
            <Tool label="Auto layout" icon={Network} run={() => void layOut()} loading={isLayingOut} />
            <span className={classes.divider} />
          </>
        )}
        <Tool label="Zoom in (+)" icon={Plus} run={() => void zoomIn()} />
        <Tool label="Zoom out (−)" icon={Minus} run={() => void zoomOut()} />
        <Tool label="Fit to window (0)" icon={Scan} run={() => fit()} />
        <Tool label="Full screen" icon={Expand} run={toggleFullScreen} />
      </div>
    </Panel>
  );
}

interface ToolProps {
  label: string;
  icon: LucideIcon;
  run: () => void;
  disabled?: boolean;
  loading?: boolean;
}

function Tool({ label, icon: Icon, run, disabled = false, loading = false }: ToolProps) {
  return (
    <Tip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label.replace(/ \(.*/, '')}
        onClick={run}
        loading={loading}
        disabled={disabled}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tip>
  );
}
