import { functionPortSchema, type RepositoryFunction } from '@touchstone/contracts/web-testing';

type Port = RepositoryFunction['inputs'][number];

/** portsText inputs and outputs as editable text, one per line: `name: description`. */
export const portsText = (ports: readonly Port[]): string =>
  ports.map(({ name, description }) => (description ? `${name}: ${description}` : name)).join('\n');

/** readPorts parses the format of `portsText`; `problem` names the first line without a valid name. */
export function readPorts(text: string): { ports: Port[]; problem?: string } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const ports: Port[] = [];
  for (const line of lines) {
    const [name = '', ...rest] = line.split(':');
    const { data, error } = functionPortSchema.safeParse({ name: name.trim(), description: rest.join(':').trim() });
    if (!data) return { ports, problem: `${name.trim()}: ${error.issues[0]?.message ?? 'is not a name'}.` };
    if (ports.some((port) => port.name === data.name)) return { ports, problem: `${data.name} appears twice.` };
    ports.push(data);
  }
  return { ports };
}
