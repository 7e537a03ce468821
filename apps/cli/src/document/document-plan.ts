import { expandSteps } from '@touchstone/engine-data/expand-steps';
import type { HttpStep, KeyValue } from '@touchstone/engine-http';
import type { ImportedCollection } from '@touchstone/engine-import';
import type { ReportRun } from '@touchstone/report';
import { withHeaders } from '../given-document.ts';
import type { DataRows } from './data-rows.ts';

/** Where a step is recorded. */
export interface StepPlace {
  index: number;
  repetition?: { occurrence: number; position: number };
}

/** This many repetitions fit between two planned steps of a run with a million of them. */
const positionStep = 2 ** -30;

/**
 * DocumentPlan are the steps of a document in order with the user's headers, once per data row; groups are shown as
 * suites.
 */
export class DocumentPlan {
  readonly total: number;
  readonly suites: ReportRun['suites'];
  readonly #steps: HttpStep[];
  readonly #data: DataRows | undefined;
  readonly #places: Map<string, number>;
  /** How often a repeatable step was recorded. */
  readonly #records = new Map<string, number>();
  #nextIndex: number;
  #furthest = -1;
  #repeats = 0;

  /** `byGroup` groups the requests together if the document has no order of its own. */
  constructor(
    { steps: imported, title }: ImportedCollection,
    headers: KeyValue[],
    options: { byGroup: boolean; data?: DataRows | undefined },
  ) {
    const groups = Map.groupBy(imported, ({ group }) => group || title);
    const ordered = options.byGroup ? [...groups.values()].flat() : imported;
    const times = options.data?.count ?? 1;
    this.#steps = ordered.map((step) => ({
      ...step,
      group: step.group || title,
      headers: withHeaders(step.headers, headers),
    }));
    this.#data = options.data;
    this.suites = [...groups].map(([group, steps]) => ({
      suiteId: group,
      suiteName: group,
      total: steps.length * times,
    }));
    this.#places = new Map(this.#steps.map(({ id }, index) => [id, index]));
    this.total = this.#steps.length * times;
    this.#nextIndex = this.total;
  }

  /** Whether any text contains a name such as `{{$randomInt}}`. */
  get usesDynamicNames(): boolean {
    return /\{\{\s*\$/.test(JSON.stringify(this.#steps));
  }

  steps(): Iterable<HttpStep> | AsyncIterable<HttpStep> {
    if (this.#data === undefined) return this.#steps;
    return expandSteps(this.#steps, this.#data.read(), { iterations: this.#data.count });
  }

  /** Name of the suite that a step is shown in. */
  suiteOf({ group, iteration }: HttpStep): string {
    return iteration === undefined ? group : group.slice(0, group.lastIndexOf('#'));
  }

  /** Whether the step already has a record, because a script jumped back to it. */
  isRecorded({ id }: HttpStep): boolean {
    return this.#records.has(id);
  }

  /**
   * The place of an execution that ended: the planned one for the first, positions between it and the next step for
   * others.
   */
  place(step: HttpStep): StepPlace {
    const occurrence = (this.#records.get(step.id) ?? 0) + 1;
    this.#records.set(step.id, occurrence);
    if (occurrence === 1) {
      const index = this.#indexOf(step);
      if (index > this.#furthest) {
        this.#furthest = index;
        this.#repeats = 0;
      }
      return { index };
    }
    this.#repeats += 1;
    this.#nextIndex += 1;
    const position = this.#furthest + this.#repeats * positionStep;
    return { index: this.#nextIndex - 1, repetition: { occurrence, position } };
  }

  #indexOf({ id, iteration }: HttpStep): number {
    if (iteration === undefined) return this.#places.get(id) ?? -1;
    const place = this.#places.get(id.slice(0, id.lastIndexOf('#'))) ?? -1;
    return iteration.index * this.#steps.length + place;
  }
}
