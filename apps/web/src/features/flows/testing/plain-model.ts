import type { Flow, FlowLink, FlowNode, Joint, Port } from '@touchstone/engine-flow/core';
import type { Edit } from '../model/document/edit.ts';
import type { BlockPlace, FlowDocument, PortSide } from '../model/document/flow-document.ts';

/**
 * PlainModel is the workflow in an independent representation: rows by key that are changed in place, and a log of
 * edits. Undo rebuilds everything from the log. It shares no code with the document.
 */
export class PlainModel {
  private readonly initial: FlowDocument;
  private log: Edit[] = [];
  private undone: Edit[] = [];
  private rows: Rows;

  constructor(initial: FlowDocument) {
    this.initial = structuredClone(initial);
    this.rows = new Rows(this.initial);
  }

  apply(edit: Edit): void {
    if (!this.rows.apply(structuredClone(edit))) return;
    this.log.push(structuredClone(edit));
    this.undone = [];
  }

  undo(): void {
    const edit = this.log.pop();
    if (edit === undefined) return;
    this.undone.push(edit);
    this.rows = new Rows(this.initial);
    for (const earlier of this.log) this.rows.change(structuredClone(earlier));
  }

  redo(): void {
    const edit = this.undone.pop();
    if (edit === undefined) return;
    this.rows.change(structuredClone(edit));
    this.log.push(edit);
  }

  read(): FlowDocument {
    return this.rows.read();
  }
}

class Rows {
  private readonly nodes = new Map<string, FlowNode>();
  private readonly places = new Map<string, BlockPlace>();
  private readonly links = new Map<string, FlowLink>();
  private readonly joints = new Map<string, Joint>();
  private parallel: number;

  constructor({ flow, layout }: FlowDocument) {
    for (const node of structuredClone(flow.nodes)) this.nodes.set(node.id, node);
    for (const link of structuredClone(flow.links)) this.links.set(link.id, link);
    for (const joint of structuredClone(flow.joints)) this.joints.set(`${joint.to.node} ${joint.to.port}`, joint);
    for (const [id, place] of Object.entries(structuredClone(layout))) this.places.set(id, place);
    this.parallel = flow.parallel;
  }

  read(): FlowDocument {
    const flow: Flow = {
      version: 1,
      nodes: [...this.nodes.values()],
      links: [...this.links.values()],
      joints: [...this.joints.values()],
      parallel: this.parallel,
    };
    return { flow, layout: Object.fromEntries(this.places) };
  }

  /** Changes rows; false if nothing changed. */
  apply(edit: Edit): boolean {
    const before = this.text();
    this.change(edit);
    return this.text() !== before;
  }

  private text(): string {
    return JSON.stringify([
      [...this.nodes.values()],
      [...this.links.values()],
      [...this.joints.values()],
      [...this.places],
      this.parallel,
    ]);
  }

  change(edit: Edit): void {
    switch (edit.type) {
      case 'add':
        this.put([edit.node], edit.link ? [edit.link] : [], [], { [edit.node.id]: edit.place });
        return;
      case 'paste':
        this.put(edit.part.nodes, edit.part.links, edit.part.joints, edit.part.layout);
        return;
      case 'remove':
        this.remove(edit.nodes, edit.links, edit.joints);
        return;
      case 'link':
        this.addLink(edit.link);
        return;
      case 'joint':
        this.addJoint(edit.joint);
        return;
      case 'set-ports':
        this.setPorts(edit.id, edit.side, [...edit.ports]);
        return;
      case 'rename-port':
        this.renamePort(edit.id, edit.side, edit.from, edit.to);
        return;
      case 'place':
        this.place(edit.places);
        return;
      case 'set-node':
        this.setNode(edit.id, edit.patch);
        return;
      case 'set-link':
        this.setLink(edit.id, edit.patch);
        return;
      case 'parallel':
        this.parallel = edit.parallel;
    }
  }

  private place(places: Readonly<Record<string, BlockPlace>>): void {
    for (const [id, place] of Object.entries(places)) if (this.places.has(id)) this.places.set(id, place);
  }

  private setNode(id: string, patch: object): void {
    const node = this.nodes.get(id) as Record<string, unknown> | undefined;
    if (node === undefined) return;
    for (const [member, value] of Object.entries(patch)) {
      if (value === undefined) delete node[member];
      else node[member] = value;
    }
  }

  private put(nodes: FlowNode[], links: FlowLink[], joints: Joint[], layout: Record<string, BlockPlace>): void {
    let added = 0;
    for (const node of nodes) {
      if (this.nodes.has(node.id)) continue;
      this.nodes.set(node.id, node);
      this.places.set(node.id, layout[node.id] ?? { x: 0, y: 0 });
      added += 1;
    }
    if (added === 0) return;
    for (const link of links) this.addLink(link);
    for (const joint of joints) this.addJoint(joint);
  }

  private isLinked(from: string, to: string, on: string, except?: string): boolean {
    for (const link of this.links.values())
      if (link.id !== except && link.from === from && link.to === to && link.on === on) return true;
    return false;
  }

  private addLink(link: FlowLink): void {
    const { id, from, to, on } = link;
    if (from === to || !this.nodes.has(from) || !this.nodes.has(to)) return;
    if (!this.links.has(id) && !this.isLinked(from, to, on)) this.links.set(id, link);
  }

  private setLink(id: string, patch: { on?: FlowLink['on']; condition?: string | undefined }): void {
    const link = this.links.get(id);
    if (link === undefined || this.isLinked(link.from, link.to, patch.on ?? link.on, id)) return;
    if (patch.on) link.on = patch.on;
    if ('condition' in patch) {
      if (patch.condition) link.condition = patch.condition;
      else delete link.condition;
    }
  }

  private addJoint(joint: Joint): void {
    const has = (ports: Port[] | undefined, name: string) => ports?.some((port) => port.name === name) === true;
    if (joint.from.node === joint.to.node) return;
    if (!has(this.nodes.get(joint.from.node)?.outputs, joint.from.port)) return;
    if (!has(this.nodes.get(joint.to.node)?.inputs, joint.to.port)) return;
    const key = `${joint.to.node} ${joint.to.port}`;
    this.joints.set(key, joint);
  }

  private remove(nodes: readonly string[], links: readonly string[], joints: readonly string[]): void {
    for (const id of nodes) {
      this.nodes.delete(id);
      this.places.delete(id);
      for (const [key, { from, to }] of this.links) if (from === id || to === id) this.links.delete(key);
      for (const [key, { from, to }] of this.joints) if (from.node === id || to.node === id) this.joints.delete(key);
    }
    for (const id of links) this.links.delete(id);
    for (const key of joints) this.joints.delete((JSON.parse(key) as [string, string]).join(' '));
  }

  private setPorts(id: string, side: PortSide, ports: Port[]): void {
    const node = this.nodes.get(id);
    if (node === undefined || new Set(ports.map(({ name }) => name)).size < ports.length) return;
    node[side] = ports;
    for (const [key, joint] of this.joints) {
      const end = side === 'inputs' ? joint.to : joint.from;
      if (end.node === id && !ports.some(({ name }) => name === end.port)) this.joints.delete(key);
    }
  }

  private renamePort(id: string, side: PortSide, from: string, to: string): void {
    const ports = this.nodes.get(id)?.[side] ?? [];
    const port = ports.find(({ name }) => name === from);
    if (port === undefined || ports.some(({ name }) => name === to)) return;
    port.name = to;
    const joints = [...this.joints.values()];
    this.joints.clear();
    for (const joint of joints) {
      const end = side === 'inputs' ? joint.to : joint.from;
      if (end.node === id && end.port === from) end.port = to;
      this.joints.set(`${joint.to.node} ${joint.to.port}`, joint);
    }
    if (side === 'inputs') return;
    for (const link of this.links.values())
      if (link.condition?.includes(`{{${id}.${from}}}`))
        link.condition = link.condition.replaceAll(`{{${id}.${from}}}`, `{{${id}.${to}}}`);
  }
}
