import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import type { EditorView } from '../../model/editor.ts';
import type { BlockKinds } from '../../model/kinds.ts';
import { inOrder } from '../../model/node-order.ts';
import { type NodeRunState, runStates } from '../../model/run-state.ts';
import classes from './panels.module.css';

interface Props {
  view: EditorView;
  kinds: BlockKinds;
  states: ReadonlyMap<string, NodeRunState> | undefined;
  onGo: (id: string) => void;
}

/** NodeList lists the blocks in execution order with their states; replaces the canvas on a small screen. */
export function NodeList({ view, kinds, states, onGo }: Props) {
  return (
    <ul className={classes.list} aria-label="Blocks of the workflow" style={{ gap: 0, margin: 0, padding: 8 }}>
      {inOrder(view.document.flow).map((node) => {
        const state = states?.get(node.id);
        const kind = kinds.find(node.kind);
        return (
          <li key={node.id}>
            <button
              type="button"
              className={classes.item}
              aria-pressed={view.selection.nodes.has(node.id)}
              onClick={() => onGo(node.id)}
            >
              {states ? (
                <StatusGlyph status={runStates[state?.status ?? 'pending'].glyph} decorative />
              ) : (
                <span className={classes.dot} data-colour={kind?.colour ?? 'control'} aria-hidden />
              )}
              <span className="grow ellipsis">{node.name}</span>
              <span className="dim">{states ? runStates[state?.status ?? 'pending'].word : kinds.titleOf(node)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
