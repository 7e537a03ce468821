/** The ports that mocks may have. */
export interface PortRange {
  from: number;
  to: number;
}

/** portRangeOf reads `20000-20050`; undefined where it is no range of ports. */
export function portRangeOf(text: string): PortRange | undefined {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text.trim()) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return from >= 1 && from <= to && to <= 65_535 ? { from, to } : undefined;
}

export const isIn = (range: PortRange | undefined, port: number | null): port is number =>
  range !== undefined && port !== null && port >= range.from && port <= range.to;

/** freePorts are the ports of a range that no mock has, the lowest first. */
export function* freePorts({ from, to }: PortRange, taken: ReadonlySet<number>): Generator<number> {
  for (let port = from; port <= to; port += 1) if (!taken.has(port)) yield port;
}
