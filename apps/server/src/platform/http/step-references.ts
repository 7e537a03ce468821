import { timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../secrets.ts';

/** StepReference is the run's step that sends a request. */
export interface StepReference {
  runId: string;
  stepId: string;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const form = new RegExp(`^(${uuid})\\.(${uuid})\\.([\\w-]{22})$`);
const isUuid = new RegExp(`^${uuid}$`);

/**
 * StepReferences creates and parses the header that names the run's step that sends a request
 * (docs/adr/0021-calls-name-their-step.md). It is sent only to addresses of the installation. It is signed for an
 * organization: for readers of other organizations, and for any other value, the result is undefined.
 */
export class StepReferences {
  readonly name = 'Touchstone-Step';
  readonly #secrets: Pick<SecretBox, 'fingerprint'>;
  readonly #targets: ((url: URL) => boolean)[] = [];

  constructor(secrets: Pick<SecretBox, 'fingerprint'>) {
    this.#secrets = secrets;
  }

  /** Adds a predicate for the addresses that get the header; must only match addresses of this installation. */
  addTarget(matches: (url: URL) => boolean): void {
    this.#targets.push(matches);
  }

  /** The header for a request; undefined if its address doesn't get one, or no step sends it. */
  headerFor(
    url: URL,
    { organizationId, runId, stepId }: StepReference & { organizationId: string },
  ): { name: string; value: string } | undefined {
    if (!isUuid.test(stepId) || !this.#targets.some((matches) => matches(url))) return undefined;
    return { name: this.name, value: `${runId}.${stepId}.${this.#sign(organizationId, runId, stepId)}` };
  }

  /** The step that a header names; undefined if it wasn't created for a step of this organization. */
  read(value: string | undefined, organizationId: string): StepReference | undefined {
    const [, runId, stepId, signature] = form.exec(value ?? '') ?? [];
    if (runId === undefined || stepId === undefined || signature === undefined) return undefined;
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.#sign(organizationId, runId, stepId))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? { runId, stepId } : undefined;
  }

  #sign(organizationId: string, runId: string, stepId: string): string {
    return this.#secrets.fingerprint(`${organizationId} ${runId} ${stepId}`, 'platform.http.step').slice(0, 22);
  }
}
