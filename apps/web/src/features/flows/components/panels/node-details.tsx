import { Button, TextInput } from '@mantine/core';
import type { FlowNode, Port } from '@touchstone/engine-flow/core';
import { Copy, ExternalLink, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { FlowPlace } from '../../../../shared/flows/flow-node-look.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import type { DraggedKind } from '../../model/canvas/dragged-kind.ts';
import type { EditorView, FlowEditor } from '../../model/editor.ts';
import type { BlockKind, BlockKinds } from '../../model/kinds.ts';
import type { NodeRunDetail } from '../../model/run-state.ts';
import { AddInputDialog } from './add-input-dialog.tsx';
import { type BlockContext, ContextDialog, type NamedId } from './context-dialog.tsx';
import { NodeFlow } from './node-flow.tsx';
import { AddPort, NodeInputs, NodeOutputs } from './node-ports.tsx';
import classes from './panels.module.css';
import { RunOfNode } from './run-of-node.tsx';

/** Inputs and outputs of what a node runs, with the variables of an environment. */
export type PortsOf = (
  chosen: DraggedKind,
  environmentId?: string,
) => Promise<{ inputs: Port[]; outputs: Port[] } | undefined>;

/** Props of the node details. */
export interface NodeDetailsProps {
  editor: FlowEditor;
  view: EditorView;
  kinds: BlockKinds;
  nodeId: string;
  /** Where the workflow lives. */
  place: FlowPlace;
  environments: readonly NamedId[];
  databases: readonly NamedId[];
  /** Inputs that the node's target accepts. */
  offered: readonly Port[];
  portsOf: PortsOf;
  run?: NodeRunDetail | undefined;
  /** Reruns the displayed run from a block; absent if not permitted. */
  onRerun?: ((nodeId: string) => void) | undefined;
  isReadOnly: boolean;
}

/** NodeDetails shows and edits all of a node. */
export function NodeDetails(props: NodeDetailsProps) {
  const { view, nodeId } = props;
  const node = view.document.flow.nodes.find(({ id }) => id === nodeId);
  return node ? <Details key={node.id} {...props} node={node} /> : null;
}

function Details({ node, ...props }: NodeDetailsProps & { node: FlowNode }) {
  const { editor, view, kinds, place, isReadOnly, run, onRerun } = props;
  const kind = kinds.find(node.kind);
  const origin = kind?.look?.originOf?.(node, place);
  const Settings = kind?.look?.Settings;
  return (
    <section className={classes.panel} aria-label="Block">
      <div className={classes.head}>
        <h2 className="ellipsis">{node.name}</h2>
        <span className="dim">{kinds.titleOf(node)}</span>
      </div>
      <div className={`${classes.body} form`}>
        {run ? <RunOfNode run={run} node={node} kind={kind} onRerun={onRerun} /> : null}
        <TextInput
          label={kind?.work === 'note' ? 'Title' : 'Name'}
          disabled={isReadOnly}
          value={node.name}
          error={node.name.trim() === '' ? 'Enter a name.' : undefined}
          onChange={(event) =>
            editor.apply(
              { type: 'set-node', id: node.id, patch: { name: event.currentTarget.value.slice(0, 255) } },
              `name ${node.id}`,
            )
          }
        />
        {Settings ? (
          <Settings
            node={node}
            projectId={place.projectId}
            reachesOthers={place.reachesOthers}
            isReadOnly={isReadOnly}
            onDatabase={(databaseId) => editor.apply({ type: 'set-node', id: node.id, patch: { databaseId } })}
            onChange={(settings) =>
              editor.apply(
                {
                  type: 'set-node',
                  id: node.id,
                  patch: {
                    settings: Object.fromEntries(
                      Object.entries({ ...node.settings, ...settings }).filter(([, value]) => value !== undefined),
                    ) as FlowNode['settings'],
                  },
                },
                `settings ${node.id}`,
              )
            }
          />
        ) : null}
        <Values {...props} node={node} kind={kind} />
        {kind?.work === 'note' ? null : (
          <NodeFlow editor={editor} view={view} node={node} kind={kind} isReadOnly={isReadOnly} />
        )}
        <div className={classes.group}>
          {origin ? (
            <Button component={Link} to={origin} variant="default" leftSection={<ExternalLink size={14} />}>
              Open the origin
            </Button>
          ) : null}
          {isReadOnly || node.kind === 'start' ? null : <Actions editor={editor} node={node} />}
        </div>
      </div>
    </section>
  );
}

/** A node's inputs, outputs and context. */
function Values(props: NodeDetailsProps & { node: FlowNode; kind: BlockKind | undefined }) {
  const { editor, view, node, kind, isReadOnly, offered } = props;
  const [dialog, setDialog] = useState<'inputs' | 'context' | null>(null);
  const runs = kind !== undefined && ['attempt', 'items'].includes(kind.work);
  return (
    <>
      {runs ? (
        <Button
          variant="default"
          leftSection={<SlidersHorizontal size={14} />}
          disabled={isReadOnly}
          onClick={() => setDialog('context')}
        >
          Environment and database
        </Button>
      ) : null}
      {runs || node.inputs.length > 0 ? (
        <div className={classes.group}>
          <h3>
            <span>Inputs</span>
            {isReadOnly || offered.length === 0 ? null : (
              <Button size="compact-xs" variant="subtle" onClick={() => setDialog('inputs')}>
                Choose inputs
              </Button>
            )}
          </h3>
          <NodeInputs editor={editor} view={view} node={node} isReadOnly={isReadOnly} />
          {isReadOnly || !kind?.hasOwnPorts ? null : <AddPort editor={editor} node={node} side="inputs" noun="input" />}
        </div>
      ) : null}
      <Outputs editor={editor} node={node} kind={kind} isReadOnly={isReadOnly} />
      {dialog === 'inputs' ? (
        <AddInputDialog
          name={node.name}
          offered={offered}
          present={node.inputs}
          onSave={(ports) => editor.apply({ type: 'set-ports', id: node.id, side: 'inputs', ports })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'context' ? (
        <ContextDialog
          name={node.name}
          environments={props.environments}
          databases={props.databases}
          environmentId={node.environmentId}
          databaseId={node.databaseId}
          onSave={(context) => setContext(props, node, context)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}

function Outputs({
  editor,
  node,
  kind,
  isReadOnly,
}: Pick<NodeDetailsProps, 'editor' | 'isReadOnly'> & { node: FlowNode; kind: BlockKind | undefined }) {
  const isHub = node.kind === 'data-hub';
  const isOwn = isHub || kind?.look?.hasOwnOutputs === true;
  if (!isOwn && node.outputs.length === 0) return null;
  return (
    <div className={classes.group}>
      <h3>{isHub ? 'Key-value pairs' : 'Outputs'}</h3>
      <NodeOutputs editor={editor} node={node} isReadOnly={isReadOnly} isHub={isHub} isOwn={isOwn} />
      {isOwn && !isReadOnly ? (
        <AddPort editor={editor} node={node} side="outputs" noun={isHub ? 'key-value pair' : 'output'} />
      ) : null}
    </div>
  );
}

/** Gives a block another environment; inputs that it defines are no longer required, in a single undo step. */
async function setContext({ editor, portsOf }: NodeDetailsProps, node: FlowNode, context: BlockContext): Promise<void> {
  const { id, kind, settings } = node;
  const ports = await portsOf({ kind, given: { settings } }, context.environmentId);
  const mark = `context ${id}`;
  editor.apply({ type: 'set-node', id, patch: context }, mark);
  const isRequired = new Map(ports?.inputs.map(({ name, required }) => [name, required]));
  const inputs = node.inputs.map((port) => ({ ...port, required: isRequired.get(port.name) ?? port.required }));
  if (inputs.some(({ required }, index) => required !== node.inputs[index]?.required))
    editor.apply({ type: 'set-ports', id, side: 'inputs', ports: inputs }, mark);
  editor.settle();
}

function Actions({ editor, node }: { editor: FlowEditor; node: FlowNode }) {
  const select = () => editor.goTo(node.id);
  return (
    <div className="row" style={{ gap: 8 }}>
      <Button
        variant="default"
        leftSection={<Copy size={14} />}
        onClick={() => {
          select();
          const text = editor.copySelected();
          if (text !== undefined) editor.paste(text);
        }}
      >
        Duplicate
      </Button>
      <Button
        variant="default"
        leftSection={<Trash2 size={14} />}
        onClick={() =>
          confirmAction({
            title: `Delete ${node.name}?`,
            message: 'Deletes the block with its links and values. Once the workflow is saved, you can’t undo this.',
            confirm: 'Delete block',
            onConfirm: () => {
              select();
              editor.removeSelected();
            },
          })
        }
      >
        Delete
      </Button>
    </div>
  );
}
