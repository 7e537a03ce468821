/** The ports available to mocks. */
export interface PortRange {
  from: number;
  to: number;
}

/** portRangeOf parses `20000-20050`; undefined if it isn't a port range. */
export function portRangeOf(text: string): PortRange | undefined {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text.trim()) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return from >= 1 && from <= to && to <= 65_535 ? { from, to } : undefined;
}

export const isIn = (range: PortRange | undefined, port: number | null): port is number =>
  range !== undefined && port !== null && port >= range.from && port <= range.to;

/** freePorts returns the ports of a range that no mock uses, lowest first. */
export function* freePorts({ from, to }: PortRange, taken: ReadonlySet<number>): Generator<number> {
  for (let port = from; port <= to; port += 1) if (!taken.has(port)) yield port;
}
