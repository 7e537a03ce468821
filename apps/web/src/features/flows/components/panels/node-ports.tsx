import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core';
import { type FlowNode, type Port, valueTypeSchema } from '@touchstone/engine-flow/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { nodesBefore } from '../../model/condition-words.ts';
import { jointKey, newPort, type PortSide, portOf } from '../../model/document/flow-document.ts';
import type { EditorView, FlowEditor } from '../../model/editor.ts';
import { parseValue, valueText } from '../../model/port-value.ts';
import classes from './panels.module.css';

interface Props {
  editor: FlowEditor;
  view: EditorView;
  node: FlowNode;
  isReadOnly: boolean;
}

const constant = 'constant';

/** NodeInputs lists the inputs of a node, and the source of each value: a constant, or an output of an earlier node. */
export function NodeInputs({ editor, view, node, isReadOnly }: Props) {
  const { document } = view;
  const byId = new Map(document.flow.nodes.map((other) => [other.id, other]));
  const sources = nodesBefore(document, node.id)
    .filter((id) => id !== node.id)
    .flatMap((id) => (byId.get(id)?.outputs ?? []).map(({ name, type }) => ({ id, name, type })));
  const setPort = (name: string, patch: Partial<Port>) =>
    editor.apply(
      {
        type: 'set-ports',
        id: node.id,
        side: 'inputs',
        ports: node.inputs.map((port) => (port.name === name ? { ...port, ...patch } : port)),
      },
      `input ${node.id} ${name}`,
    );
  const choose = (port: Port, value: string) => {
    const joint = document.flow.joints.find((other) => other.to.node === node.id && other.to.port === port.name);
    if (value === constant) {
      if (joint) editor.apply({ type: 'remove', nodes: [], links: [], joints: [jointKey(joint)] });
      return;
    }
    const [from = '', output = ''] = JSON.parse(value) as string[];
    editor.connect(
      { node: from, end: { type: 'port', side: 'outputs', port: output } },
      { node: node.id, end: { type: 'port', side: 'inputs', port: port.name } },
    );
  };
  return (
    <ul className={classes.list} aria-label="Inputs">
      {node.inputs.map((port) => {
        const joint = document.flow.joints.find((other) => other.to.node === node.id && other.to.port === port.name);
        return (
          <li key={port.name} className={classes.port}>
            <Select
              label={`${port.name} · ${port.type}${port.required ? ' · required' : ''}`}
              disabled={isReadOnly}
              allowDeselect={false}
              searchable={sources.length > 8}
              data={[
                { value: constant, label: 'Value' },
                ...sources.map(({ id, name, type }) => ({
                  value: JSON.stringify([id, name]),
                  label: `${byId.get(id)?.name} → ${name} (${type})`,
                })),
              ]}
              value={joint ? JSON.stringify([joint.from.node, joint.from.port]) : constant}
              onChange={(value) => value && choose(port, value)}
            />
            {isReadOnly ? null : <RemovePort editor={editor} node={node} side="inputs" name={port.name} />}
            {joint ? (
              joint.coerce ? (
                <span className="dim">Converted to {port.type}</span>
              ) : null
            ) : (
              <ValueInput port={port} isReadOnly={isReadOnly} onChange={(value) => setPort(port.name, { value })} />
            )}
          </li>
        );
      })}
      {node.inputs.length === 0 ? <li className="dim">No inputs</li> : null}
    </ul>
  );
}

/** Removes a port from a node, with its connections. */
function RemovePort({
  editor,
  node,
  side,
  name,
}: {
  editor: FlowEditor;
  node: FlowNode;
  side: PortSide;
  name: string;
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`Remove ${name}`}
      onClick={() =>
        editor.apply({ type: 'set-ports', id: node.id, side, ports: node[side].filter((port) => port.name !== name) })
      }
    >
      <X size={14} />
    </ActionIcon>
  );
}

/** ValueInput edits the constant of a port; a value of another type is reported and not applied. */
export function ValueInput({
  port,
  isReadOnly,
  onChange,
}: {
  port: Port;
  isReadOnly: boolean;
  onChange: (value: Port['value']) => void;
}) {
  const [text, setText] = useState(() => valueText(port.value));
  const parsed = parseValue(text, port.type);
  if (port.type === 'file') return <span className="dim">Files come from earlier blocks.</span>;
  return (
    <TextInput
      aria-label={`Value of ${port.name}`}
      placeholder={port.type === 'table' ? '[{ "id": 1 }]' : 'Value'}
      type={port.type === 'secret' ? 'password' : 'text'}
      disabled={isReadOnly}
      value={text}
      error={parsed.isValid ? undefined : `Enter a value of type ${port.type}.`}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        const read = parseValue(next, port.type);
        if (read.isValid) onChange(read.value);
      }}
    />
  );
}

/** NodeOutputs lists the outputs of a node; those of a data hub have values. */
export function NodeOutputs({
  editor,
  node,
  isReadOnly,
  isHub,
  isOwn,
}: Omit<Props, 'view'> & { isHub: boolean; isOwn: boolean }) {
  return (
    <ul className={classes.list} aria-label={isHub ? 'Key-value pairs' : 'Outputs'}>
      {node.outputs.map((port) => (
        <li key={port.name} className={classes.port}>
          <span className="ellipsis">
            {port.name} <span className="dim">{port.type}</span>
          </span>
          {isOwn && !isReadOnly ? <RemovePort editor={editor} node={node} side="outputs" name={port.name} /> : <span />}
          {isHub ? (
            <ValueInput
              port={port}
              isReadOnly={isReadOnly}
              onChange={(value) =>
                editor.apply(
                  {
                    type: 'set-ports',
                    id: node.id,
                    side: 'outputs',
                    ports: node.outputs.map((other) => (other.name === port.name ? { ...other, value } : other)),
                  },
                  `output ${node.id} ${port.name}`,
                )
              }
            />
          ) : null}
        </li>
      ))}
      {node.outputs.length === 0 ? <li className="dim">{isHub ? 'No key-value pairs' : 'No outputs'}</li> : null}
    </ul>
  );
}

/** AddPort adds a user-defined input or output. */
export function AddPort({
  editor,
  node,
  side,
  noun,
}: {
  editor: FlowEditor;
  node: FlowNode;
  side: PortSide;
  noun: string;
}) {
  const [name, setName] = useState('');
  const [type, setType] = useState<Port['type']>('string');
  const [required, setRequired] = useState(false);
  const isTaken = portOf(node, side, name.trim()) !== undefined;
  return (
    <form
      className="form"
      aria-label={`Add ${noun}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '' || isTaken) return;
        const ports = [...node[side], newPort(name.trim(), type, { required })];
        editor.apply({ type: 'set-ports', id: node.id, side, ports });
        setName('');
      }}
    >
      <div className={classes.pair}>
        <TextInput
          aria-label={`Name of the ${noun}`}
          placeholder="Name"
          value={name}
          error={isTaken ? 'This name is taken.' : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          aria-label={`Type of the ${noun}`}
          allowDeselect={false}
          data={valueTypeSchema.options}
          value={type}
          onChange={(value) => setType(valueTypeSchema.catch('string').parse(value))}
        />
      </div>
      <div className="row" style={{ gap: 12 }}>
        {side === 'inputs' ? (
          <Checkbox
            label="Required"
            checked={required}
            onChange={(event) => setRequired(event.currentTarget.checked)}
          />
        ) : null}
        <Button type="submit" variant="default" leftSection={<Plus size={14} />} disabled={name.trim() === ''}>
          Add {noun}
        </Button>
      </div>
    </form>
  );
}
