import type { Flow, FlowNode, Joint, NodeKinds, Port } from '@touchstone/engine-flow/core';
import type { SecretBox } from '../../../platform/secrets.ts';
import { convert, fillIn, toType } from '../domain/values.ts';

/** FlowValues resolves the values that nodes of a run pass to each other. */
export class FlowValues {
  readonly #nodes: ReadonlyMap<string, FlowNode>;
  readonly #joints = new Map<string, Joint>();
  readonly #kinds: NodeKinds;
  readonly #variables: Readonly<Record<string, unknown>>;
  /** Outputs of an ended node. */
  readonly #outputsOf: (node: string) => Readonly<Record<string, unknown>> | undefined;

  constructor(
    flow: Flow,
    kinds: NodeKinds,
    variables: Readonly<Record<string, unknown>>,
    outputsOf: (node: string) => Readonly<Record<string, unknown>> | undefined,
  ) {
    this.#nodes = new Map(flow.nodes.map((node) => [node.id, node]));
    for (const joint of flow.joints) this.#joints.set(keyOf(joint.to.node, joint.to.port), joint);
    this.#kinds = kinds;
    this.#variables = variables;
    this.#outputsOf = outputsOf;
  }

  /** Values of a node's inputs; throws if a required one is missing or one has the wrong type. */
  inputs(node: FlowNode): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const port of node.inputs) {
      const value = this.#input(node, port, 0);
      if (value !== undefined) values[port.name] = value;
      else if (port.required) throw new Error(`"${port.name}" has no value: no node before it has given one.`);
    }
    return values;
  }

  /** Output values of a node that passes its inputs on. */
  passed(node: FlowNode): Record<string, unknown> {
    return Object.fromEntries(
      node.outputs.flatMap((port) => {
        const value = this.#output(node, port.name, 0);
        return value === undefined ? [] : [[port.name, value]];
      }),
    );
  }

  #input(node: FlowNode, port: Port, depth: number): unknown {
    const joint = this.#joints.get(keyOf(node.id, port.name));
    if (!joint) return this.#constant(port);
    const source = this.#nodes.get(joint.from.node);
    const value = source && this.#output(source, joint.from.port, depth + 1);
    try {
      return joint.coerce ? convert(value, port.type) : toType(value, port.type);
    } catch (error) {
      throw new Error(`"${port.name}": ${(error as Error).message}`);
    }
  }

  #constant({ value }: Port): unknown {
    return typeof value === 'string' ? fillIn(value, this.#variables) : value;
  }

  #output(node: FlowNode, name: string, depth: number): unknown {
    if (this.#kinds.find(node.kind)?.work !== 'pass') return this.#outputsOf(node.id)?.[name];
    const input = node.inputs.find((port) => port.name === name);
    if (input && this.#joints.has(keyOf(node.id, name)) && depth < this.#nodes.size)
      return this.#input(node, input, depth);
    const output = node.outputs.find((port) => port.name === name);
    return (output && this.#constant(output)) ?? (input && this.#constant(input));
  }
}

const keyOf = (node: string, port: string): string => JSON.stringify([node, port]);

const placeOf = (runId: string, node: string): string => `flows.node:${runId}:${node}`;
interface Sealed {
  $sealed: string;
}
const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Sealed>).$sealed === 'string';

/** sealValues seals the values of ports of type secret, for one node of one run. */
export function sealValues(
  secrets: SecretBox,
  place: { runId: string; node: string },
  ports: readonly Port[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const hidden = ports.filter(
    ({ name, type }) => type === 'secret' && values[name] !== undefined && !isSealed(values[name]),
  );
  if (hidden.length === 0) return values;
  const sealed = hidden.map(({ name }): [string, Sealed] => [
    name,
    { $sealed: secrets.seal(JSON.stringify(values[name]), placeOf(place.runId, place.node)) },
  ]);
  return { ...values, ...Object.fromEntries(sealed) };
}

/** openValues opens values sealed by `sealValues`. */
export function openValues(
  secrets: SecretBox,
  place: { runId: string; node: string },
  ports: readonly Port[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const opened = { ...values };
  for (const { name, type } of ports) {
    const value = values[name];
    if (type === 'secret' && isSealed(value))
      opened[name] = JSON.parse(secrets.open(value.$sealed, placeOf(place.runId, place.node)));
  }
  return opened;
}
