import { Button, NumberInput, Select } from '@mantine/core';
import type { FlowNode } from '@touchstone/engine-flow/core';
import type { EditorView, FlowEditor } from '../../model/editor.ts';
import type { BlockKind } from '../../model/kinds.ts';
import classes from './panels.module.css';

interface Props {
  editor: FlowEditor;
  view: EditorView;
  node: FlowNode;
  kind: BlockKind | undefined;
  isReadOnly: boolean;
}

/** NodeFlow edits when a node runs, how often it is retried, and its links. */
export function NodeFlow({ editor, view, node, kind, isReadOnly }: Props) {
  const { links, nodes } = view.document.flow;
  const [incoming, outgoing] = [links.filter(({ to }) => to === node.id), links.filter(({ from }) => from === node.id)];
  const nameOf = (id: string) => nodes.find((other) => other.id === id)?.name ?? id;
  const canFail = kind !== undefined && ['attempt', 'items', 'signal'].includes(kind.work);
  const set = (patch: Parameters<typeof editor.apply>[0] & { type: 'set-node' }) =>
    editor.apply(patch, `flow ${node.id}`);
  return (
    <div className={classes.group}>
      <h3>Order</h3>
      {incoming.length > 1 ? (
        <Select
          label="Runs when"
          disabled={isReadOnly}
          allowDeselect={false}
          data={[
            { value: 'merge', label: 'All branches are decided, one was taken' },
            { value: 'all', label: 'All branches were taken' },
            { value: 'any', label: 'One branch was taken' },
            { value: 'quorum', label: 'A number of branches were taken' },
          ]}
          value={node.join.mode}
          onChange={(mode) => {
            const join =
              mode === 'quorum'
                ? { mode, count: 1 }
                : mode === 'all' || mode === 'any'
                  ? { mode }
                  : { mode: 'merge' as const };
            set({ type: 'set-node', id: node.id, patch: { join } });
          }}
        />
      ) : null}
      {node.join.mode === 'quorum' ? (
        <NumberInput
          label="Branches"
          min={1}
          max={Math.max(incoming.length, 1)}
          disabled={isReadOnly}
          value={node.join.count}
          onChange={(count) =>
            set({ type: 'set-node', id: node.id, patch: { join: { mode: 'quorum', count: Number(count) || 1 } } })
          }
        />
      ) : null}
      {canFail ? (
        <Attempts
          node={node}
          isTried={kind.work !== 'signal'}
          isReadOnly={isReadOnly}
          onSet={(patch) => set({ type: 'set-node', id: node.id, patch })}
        />
      ) : null}
      <ul className={classes.list} aria-label="Links">
        {incoming.map((link) => (
          <LinkItem key={link.id} text={`After ${nameOf(link.from)}`} link={link} editor={editor} />
        ))}
        {outgoing.map((link) => (
          <LinkItem key={link.id} text={`Before ${nameOf(link.to)}`} link={link} editor={editor} />
        ))}
      </ul>
    </div>
  );
}

interface AttemptsProps {
  node: FlowNode;
  /** False for nodes that wait for a person or a call: they have a time limit but no retries. */
  isTried: boolean;
  isReadOnly: boolean;
  onSet: (patch: { retry?: FlowNode['retry']; timeoutMs?: number | undefined }) => void;
}

function Attempts({ node: { retry, timeoutMs }, isTried, isReadOnly, onSet }: AttemptsProps) {
  return (
    <>
      {isTried ? (
        <div className={classes.pair}>
          <NumberInput
            label="Attempts"
            min={1}
            max={20}
            disabled={isReadOnly}
            value={retry.attempts}
            onChange={(attempts) => onSet({ retry: { ...retry, attempts: Number(attempts) || 1 } })}
          />
          <NumberInput
            label="Delay (ms)"
            min={0}
            max={86_400_000}
            disabled={isReadOnly || retry.attempts === 1}
            value={retry.delayMs}
            onChange={(delayMs) => onSet({ retry: { ...retry, delayMs: Number(delayMs) || 0 } })}
          />
        </div>
      ) : null}
      <NumberInput
        label="Time limit (s)"
        placeholder="None"
        min={1}
        max={2_592_000}
        disabled={isReadOnly}
        value={timeoutMs === undefined ? '' : timeoutMs / 1000}
        onChange={(seconds) =>
          onSet({ timeoutMs: seconds === '' || Number(seconds) <= 0 ? undefined : Math.round(Number(seconds) * 1000) })
        }
      />
    </>
  );
}

function LinkItem({
  text,
  link,
  editor,
}: {
  text: string;
  link: { id: string; on: string; condition?: string | undefined };
  editor: FlowEditor;
}) {
  return (
    <li>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        fullWidth
        justify="flex-start"
        onClick={() => editor.select({ links: new Set([link.id]) })}
      >
        {text}
        {link.on === 'error' ? ' · on error' : ''}
        {link.condition ? ` · ${link.condition}` : ''}
      </Button>
    </li>
  );
}
