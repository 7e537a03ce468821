import { readExpression, variablesOf } from './conditions.ts';
import type { Flow, FlowLink, FlowNode, Joint, Port } from './document.ts';
import type { FlowGraph } from './flow-graph.ts';
import type { FlowProblem, FlowProblemCode } from './flow-problem.ts';
import type { Reference } from './node-kind.ts';
import { canConvert, isOfType } from './value-types.ts';

/** The output that `{{node.port}}` in a condition refers to; undefined if it is a variable of the run. */
export function outputNamed(
  name: string,
  nodes: ReadonlyMap<string, FlowNode>,
): { node: FlowNode; port: string } | undefined {
  const dot = name.lastIndexOf('.');
  const node = dot < 0 ? undefined : nodes.get(name.slice(0, dot));
  return node && { node, port: name.slice(dot + 1) };
}

/** checkData finds faults of values: joints, inputs without a value, types, conditions of links. */
export function checkData(flow: Flow, graph: FlowGraph, isDeleted: (reference: Reference) => boolean): FlowProblem[] {
  return new DataChecker(flow, graph, isDeleted).check();
}

class DataChecker {
  private readonly problems: FlowProblem[] = [];
  private readonly flow: Flow;
  private readonly graph: FlowGraph;
  private readonly isDeleted: (reference: Reference) => boolean;

  constructor(flow: Flow, graph: FlowGraph, isDeleted: (reference: Reference) => boolean) {
    this.flow = flow;
    this.graph = graph;
    this.isDeleted = isDeleted;
  }

  check(): FlowProblem[] {
    const joined = new Set<string>();
    for (const joint of this.flow.joints) {
      const key = JSON.stringify([joint.to.node, joint.to.port]);
      if (joined.has(key)) this.add('INPUT_JOINED_TWICE', 'This input already has a joint. Delete one.', joint.to);
      joined.add(key);
      this.checkJoint(joint);
    }
    for (const node of this.flow.nodes) {
      for (const port of node.inputs)
        if (port.required && port.value === undefined && !joined.has(JSON.stringify([node.id, port.name])))
          this.add('MISSING_INPUT', `Give "${port.name}" a value or link it to an output.`, {
            node: node.id,
            port: port.name,
          });
      for (const port of [...node.inputs, ...node.outputs]) this.checkConstant(node, port);
    }
    for (const link of this.flow.links) this.checkCondition(link);
    return this.problems;
  }

  private add(code: FlowProblemCode, message: string, place: Pick<FlowProblem, 'node' | 'link' | 'port'>): void {
    this.problems.push({ code, message, ...place });
  }

  private checkConstant(node: FlowNode, port: Port): void {
    if (port.value !== undefined && !isOfType(port.value, port.type))
      this.add('CONSTANT_TYPE', `The value of "${port.name}" must be of type ${port.type}.`, {
        node: node.id,
        port: port.name,
      });
  }

  private checkJoint({ from, to, coerce }: Joint): void {
    const source = this.graph.nodes.get(from.node)?.outputs.find(({ name }) => name === from.port);
    const target = this.graph.nodes.get(to.node)?.inputs.find(({ name }) => name === to.port);
    if (source === undefined || target === undefined) {
      const missing = source === undefined ? from : to;
      this.add('UNKNOWN_PORT', `"${missing.port}" no longer exists.`, { node: to.node, port: to.port });
      return;
    }
    if (!this.graph.runsBefore(from.node, to.node))
      this.add('SOURCE_NOT_BEFORE', `"${to.port}" takes a value of a node that does not run before.`, to);
    if (source.type === target.type) return;
    const types = `"${from.port}" is of type ${source.type}, "${to.port}" of type ${target.type}.`;
    if (!canConvert(source.type, target.type))
      this.add('IMPOSSIBLE_CONVERSION', `${types} The value can't be converted.`, to);
    else if (!coerce) this.add('TYPE_MISMATCH', `${types} Convert the value or choose another output.`, to);
  }

  private checkCondition({ id, from, condition }: FlowLink): void {
    if (condition === undefined || condition.trim() === '') return;
    const place = { link: id, node: from };
    const read = readExpression(condition);
    if (!read.valid) {
      const [fault] = read.faults.filter(({ severity }) => severity === 'error');
      this.add('INVALID_CONDITION', `The condition is invalid. ${fault?.message}`, place);
      return;
    }
    for (const name of variablesOf(read.expression)) {
      const output = outputNamed(name, this.graph.nodes);
      if (output === undefined) {
        if (this.isDeleted({ type: 'variable', id: name }))
          this.add('DELETED_VARIABLE', `The condition uses the deleted variable "${name}".`, place);
      } else this.checkNamedOutput(output, from, place);
    }
  }

  private checkNamedOutput(
    { node, port }: { node: FlowNode; port: string },
    from: string,
    place: { link: string; node: string },
  ): void {
    const type = node.outputs.find(({ name }) => name === port)?.type;
    if (type === undefined)
      this.add('UNKNOWN_PORT', `The condition uses "${port}", which "${node.name}" does not have.`, place);
    else if (type === 'secret' || type === 'file' || type === 'table')
      this.add('TYPE_MISMATCH', `A condition can't use "${port}", which is of type ${type}.`, place);
    else if (node.id !== from && !this.graph.runsBefore(node.id, from))
      this.add('SOURCE_NOT_BEFORE', `The condition uses a value of "${node.name}", which does not run before.`, place);
  }
}
