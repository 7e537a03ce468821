import type { MockScenario } from '@touchstone/contracts/service-virtualization';

/** Width and height of a state, and the gap between two, in pixels. */
export const box = { width: 128, height: 40, gap: 72 } as const;
/** How much higher an arc is for each state that it passes, in pixels. */
const rise = 26;
/** Space for labels above and below, in pixels. */
const margin = 22;

/** A drawn state. */
export interface StateBox {
  name: string;
  x: number;
  /** Number of callers in it, except those without a state of their own. */
  callers: number;
  /** Whether callers without a state of their own are in it. */
  isCommon: boolean;
}
/** A drawn transition: an SVG path, and the position of its label. */
export interface StateArrow {
  key: string;
  path: string;
  label: string;
  labelX: number;
  labelY: number;
}
/** A drawn scenario. */
export interface MachineDrawing {
  width: number;
  height: number;
  /** Top of the states. */
  y: number;
  states: StateBox[];
  arrows: StateArrow[];
}

type Drawn = Pick<MockScenario, 'state' | 'states' | 'steps' | 'callers'>;

/** States in the order in which transitions reach them, starting with Started. */
function inOrder({ states, steps }: Drawn): string[] {
  const first = states.includes('Started') ? 'Started' : states[0];
  const order: string[] = first === undefined ? [] : [first];
  for (let at = 0; at < order.length; at += 1)
    for (const { from, to } of steps)
      if (to !== null && (from === order[at] || from === null) && states.includes(to) && !order.includes(to))
        order.push(to);
  return [...order, ...states.filter((state) => !order.includes(state))];
}

/** Merges transitions between the same two states into one arrow, with the names of their assets. */
function arrowsOf({ steps }: Drawn): { from: string; to: string; names: string[] }[] {
  const found = new Map<string, { from: string; to: string; names: string[] }>();
  for (const { from, to, assetName } of steps) {
    if (from === null) continue;
    const target = to ?? from;
    const key = JSON.stringify([from, target]);
    const arrow = found.get(key) ?? { from, to: target, names: [] };
    arrow.names.push(assetName);
    found.set(key, arrow);
  }
  return [...found.values()];
}

const wordsOf = (names: readonly string[]): string => {
  const text = names.length === 1 ? names[0]! : `${names[0]} +${names.length - 1}`;
  return text.length > 22 ? `${text.slice(0, 21)}…` : text;
};

/**
 * drawMachine lays out the states of a scenario in a row: forward transitions are arcs above, back ones below, and a
 * loop stays at its state.
 */
export function drawMachine(scenario: Drawn): MachineDrawing {
  const order = inOrder(scenario);
  const place = new Map(order.map((name, index) => [name, index * (box.width + box.gap)]));
  const arrows = arrowsOf(scenario).filter(({ from, to }) => place.has(from) && place.has(to));
  const spanOf = (from: string, to: string) => Math.abs(order.indexOf(to) - order.indexOf(from));
  const most = (isForward: boolean) =>
    Math.max(
      0,
      ...arrows
        .filter(({ from, to }) => order.indexOf(to) >= order.indexOf(from) === isForward)
        .map(({ from, to }) => Math.max(1, spanOf(from, to))),
    );
  const [above, below] = [most(true), most(false)];
  const y = margin + above * rise;
  const middle = box.width / 2;
  return {
    width: Math.max(1, order.length) * (box.width + box.gap) - box.gap,
    height: y + box.height + below * rise + margin,
    y,
    states: order.map((name) => ({
      name,
      x: place.get(name)!,
      callers: scenario.callers.filter(({ state }) => state === name).length,
      isCommon: scenario.state === name,
    })),
    arrows: arrows.map(({ from, to, names }) => {
      const [start, end] = [place.get(from)! + middle, place.get(to)! + middle];
      const key = `${from} → ${to}`;
      const label = wordsOf(names);
      if (from === to)
        return {
          key,
          label,
          path: `M ${start - 18} ${y} C ${start - 26} ${y - rise - 6}, ${start + 26} ${y - rise - 6}, ${start + 18} ${y}`,
          labelX: start,
          labelY: y - rise - 6,
        };
      const height = spanOf(from, to) * rise;
      const isForward = end > start;
      const edge = isForward ? y : y + box.height;
      const top = isForward ? edge - height : edge + height;
      const [out, into] = isForward ? [start + 24, end - 24] : [start - 24, end + 24];
      return {
        key,
        label,
        path: `M ${out} ${edge} C ${out} ${top}, ${into} ${top}, ${into} ${edge}`,
        labelX: (out + into) / 2,
        labelY: isForward ? edge - height * 0.75 - 5 : edge + height * 0.75 + 13,
      };
    }),
  };
}
