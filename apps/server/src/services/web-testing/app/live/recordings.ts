import type { LiveCommand, RepositoryStep } from '@touchstone/contracts/web-testing';
import type { Session } from '@touchstone/engine-browser';
import type { Step } from '@touchstone/engine-keyword/core';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Repository } from '../../../test-repository/index.ts';
import { type Actor, openScopes, type Variables } from '../../../workspaces/index.ts';
import type { KnownValues } from '../../domain/name-variables.ts';
import { webTestingErrors } from '../../errors.ts';
import type { KeptSessions } from '../kept-sessions.ts';
import { liveKey } from './live-key.ts';
import { assertHolder, type LiveAction, type LiveWatcher, type SentInput } from './live-room.ts';
import { Recording, type RecordingPlace } from './recording.ts';

/** What a recording is opened with. */
export interface RecordingRequest {
  scriptUUID?: string | undefined;
  /** Instead of a script: only elements are inspected. */
  projectUUID?: string | undefined;
  browser: 'chromium' | 'firefox';
  viewport: { width: number; height: number };
  environmentId?: string | undefined;
}

/** A browser of this process that a user opened. */
export interface OpenRecording extends RecordingPlace {
  liveId: string;
}

interface Parts {
  platform: Platform;
  repository: Pick<Repository, 'open' | 'readForRun'>;
  variables: Pick<Variables, 'plan'>;
  keptSessions: Pick<KeptSessions, 'of'>;
  /** Opens a browser for a user. */
  openBrowser: (
    request: Pick<RecordingRequest, 'browser' | 'viewport'> & {
      organizationId: string;
      projectId: string;
      keptSessions: ReturnType<KeptSessions['of']>;
      signal: AbortSignal;
    },
  ) => Promise<Session>;
}

const checkIntervalMs = 5_000;

/** Recordings are the recording browsers of this process. */
export class Recordings {
  readonly #parts: Parts;
  readonly #open = new Map<string, Recording>();
  readonly #releases = new Map<string, () => void>();
  #checkTimer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async open(caller: Actor, request: RecordingRequest): Promise<string> {
    const { platform, openBrowser, keptSessions } = this.#parts;
    const { scriptUUID, projectUUID = '', environmentId, browser, viewport } = request;
    const { organizationId } = caller;
    const { projectId } = await this.#openFor(caller, request);
    const known = await this.#knownTo(caller, { projectId, environmentId });
    const control = new AbortController();
    const sessions = keptSessions.of({ organizationId, projectId, environmentId, by: { name: caller.name } });
    const options = { organizationId, projectId, browser, viewport, keptSessions: sessions };
    const session = await openBrowser({ ...options, signal: control.signal });
    const { LiveBrowser: Live } = await import('@touchstone/engine-browser');
    const place = {
      organizationId,
      projectId,
      environmentId,
      scriptId: scriptUUID ?? null,
      browser,
      openedByName: caller.name,
      openedAt: platform.clock.now(),
    };
    const recording = new Recording(place, { session, Live, known, clock: platform.clock, control, log: platform.log });
    recording.room.hold(caller, this.#nowMs());
    const liveId = newId();
    this.#open.set(liveId, recording);
    const held = platform.processes.hold(liveKey(liveId));
    this.#releases.set(liveId, held.release);
    // If the other processes can't be informed, the recording continues in this one.
    await held.known.catch(() => undefined);
    this.#checkTimer ??= setInterval(() => this.#check(), checkIntervalMs).unref();
    await platform.audit(caller, {
      action: 'recording.opened',
      target: scriptUUID ?? projectUUID,
      detail: { browser },
    });
    return liveId;
  }

  /** An organization's recordings in this process, oldest first. */
  list(organizationId: string): OpenRecording[] {
    return [...this.#open]
      .filter(([, { place }]) => place.organizationId === organizationId)
      .map(([liveId, { place }]) => ({ liveId, ...place }));
  }

  /** Whether a recording with this id is open in this process. */
  has(liveId: string): boolean {
    return this.#open.has(liveId);
  }

  /** Shows a recording until the returned function is called. */
  async watch(caller: Actor, liveId: string, watcher: LiveWatcher): Promise<() => void> {
    const recording = await this.#find(caller, liveId, 'view');
    if (!recording) throw new AppError(webTestingErrors.noRecording);
    return recording.watch(watcher);
  }

  /** Performs the holder's inputs; false if this process has no such recording. */
  async input(caller: Actor, liveId: string, sent: SentInput): Promise<boolean> {
    const recording = await this.#held(caller, liveId);
    await recording?.input(sent);
    return recording !== undefined;
  }

  /** Performs the holder's command; returns the copied text, or undefined if this process has no such recording. */
  async command(caller: Actor, liveId: string, command: LiveCommand): Promise<string | undefined> {
    const recording = await this.#held(caller, liveId);
    return recording?.command(command);
  }

  /** Runs steps in the open browser. */
  async trySteps(caller: Actor, liveId: string, steps: RepositoryStep[]): Promise<void> {
    const recording = await this.#held(caller, liveId);
    if (!recording) throw new AppError(webTestingErrors.noRecording);
    const { projectId, scriptId } = recording.place;
    const ids = scriptId === null ? [] : [scriptId];
    const { scripts, functions } = await this.#parts.repository.readForRun(caller, projectId, ids, steps);
    const [script] = scripts;
    const [problem] = script?.problems ?? [];
    if (problem)
      throw new AppError(webTestingErrors.hasProblems, {
        params: { script: script?.name ?? '', problem: `${problem.message.replace(/[.!?]$/, '')}.` },
      });
    // A variable may have been added since.
    recording.learn(await this.#knownTo(caller, recording.place));
    const { columns = [], rows = [] } = script?.table ?? {};
    recording.trySteps({
      steps: steps as Step[],
      functions,
      rows: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? '']))),
    });
  }

  /** Takes over or releases a recording; false if this process has no such recording. */
  async control(caller: Actor, liveId: string, action: LiveAction): Promise<boolean> {
    const recording = await this.#find(caller, liveId, 'edit');
    if (!recording) return false;
    const { room } = recording;
    if (action === 'take') room.hold(caller, this.#nowMs());
    else if (action === 'release' && room.holder?.userId === caller.userId) room.hold(undefined);
    recording.used();
    return true;
  }

  async close(caller: Actor, liveId: string): Promise<void> {
    if (!(await this.#find(caller, liveId, 'edit'))) throw new AppError(webTestingErrors.noRecording);
    await this.#end(liveId, 'The browser was closed.');
  }

  async closeAll(): Promise<void> {
    const message = 'The server is stopping. Start the browser again.';
    await Promise.all([...this.#open.keys()].map((liveId) => this.#end(liveId, message)));
  }

  async #openFor(caller: Actor, { scriptUUID, projectUUID = '' }: RecordingRequest): Promise<{ projectId: string }> {
    const { open } = this.#parts.repository;
    if (scriptUUID !== undefined) return open.script(caller, scriptUUID, 'edit');
    await open.project(caller, projectUUID, 'edit');
    return { projectId: projectUUID };
  }

  async #knownTo(
    caller: Actor,
    { projectId, environmentId }: Pick<RecordingPlace, 'projectId' | 'environmentId'>,
  ): Promise<KnownValues> {
    const planned = await this.#parts.variables.plan(caller, projectId, environmentId);
    const { scopes, secrets } = openScopes(this.#parts.platform, planned.scopes);
    return { variables: Object.assign({}, ...scopes.toReversed()) as Record<string, string>, secrets };
  }

  /** Closes idle recordings. */
  #check(): void {
    for (const [liveId, { endReason }] of this.#open) if (endReason !== undefined) void this.#end(liveId, endReason);
    if (this.#open.size > 0) return;
    clearInterval(this.#checkTimer);
    this.#checkTimer = undefined;
  }

  async #end(liveId: string, message: string): Promise<void> {
    const recording = this.#open.get(liveId);
    this.#open.delete(liveId);
    this.#releases.get(liveId)?.();
    this.#releases.delete(liveId);
    await recording?.close(message);
  }

  #nowMs(): number {
    return this.#parts.platform.clock.monotonicMs();
  }

  async #find(caller: Actor, liveId: string, need: 'view' | 'edit'): Promise<Recording | undefined> {
    const recording = this.#open.get(liveId);
    if (recording?.place.organizationId !== caller.organizationId) return undefined;
    await this.#parts.repository.open.project(caller, recording.place.projectId, need);
    return recording;
  }

  /** A recording the caller is in control of. Only users who may change the project get control. */
  async #held(caller: Actor, liveId: string): Promise<Recording | undefined> {
    const recording = this.#open.get(liveId);
    if (recording?.place.organizationId !== caller.organizationId) return undefined;
    await assertHolder(recording.room, caller, this.#nowMs(), (need) => this.#find(caller, liveId, need));
    recording.used();
    return recording;
  }
}
