import { type Automap, automap, importOpenApi } from '../core/index.ts';
import type { LabelledApi } from './labelled-api.ts';

/** Comparison of the proposed links with the known ones. */
export interface AutomapScore {
  proposed: number;
  right: number;
  known: number;
  /** Proposals that aren't known links, and known links without a correct proposal. */
  wrong: string[];
  missed: string[];
}

/** automapScore imports a document, proposes its links and compares them with the known ones. */
export function automapScore({ document, links }: LabelledApi): AutomapScore & { map: Automap } {
  const { steps } = importOpenApi(JSON.stringify(document));
  const map = automap(steps);
  const idOf = new Map(steps.map((step) => [step.id, step.documentation?.operationId ?? step.name]));
  const nameOf = (id: string) => idOf.get(id) ?? id;
  const proposals = map.links.map(({ from, to }) => ({
    place: `${nameOf(to.stepId)}.${to.name}`,
    source: `${nameOf(from.stepId)} ${from.path}`,
  }));
  const isRight = ({ place, source }: { place: string; source: string }) => links[place]?.includes(source) ?? false;
  const right = proposals.filter(isRight);
  const found = new Set(right.map(({ place }) => place));
  return {
    map,
    proposed: proposals.length,
    right: right.length,
    known: Object.keys(links).length,
    wrong: proposals.filter((one) => !isRight(one)).map(({ place, source }) => `${place} ← ${source}`),
    missed: Object.keys(links).filter((place) => !found.has(place)),
  };
}
