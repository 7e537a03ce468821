import { createHash } from 'node:crypto';
import {
  type JournalEntry,
  type KeptExchange,
  keepExchange,
  type RecordedExchange,
  type RequestView,
  recordRules,
} from '@touchstone/engine-mock';
import type { Platform } from '../../../../platform/platform.ts';
import { recordedFacts } from '../../domain/recordings/recorded-row.ts';
import { type RecordingRow, recordingsStore } from '../../store/recordings.store.ts';
import type { RunningMock } from '../hosting/running-mock.ts';

const megabyte = 1024 * 1024;
/** Larger answers are passed through but not recorded. */
const largestAnswer = 8 * megabyte;
export const maxCalls = 10_000;
const maxBytes = 256 * megabyte;

/** The sealing context of a recorded call's content. */
export const placeOfCall = (callId: string): string => `service_virtualization.recorded_call.content:${callId}`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 24);

/** HostedRecording records a mock's proxied answers: each call is stored before its answer is sent. */
export class HostedRecording {
  readonly #platform: Platform;
  readonly #mock: RunningMock;
  #row: RecordingRow | undefined;
  #used = { count: 0, sizeBytes: 0 };

  constructor(platform: Platform, mock: RunningMock) {
    this.#platform = platform;
    this.#mock = mock;
  }

  /** Follows the stored recording of the mock. */
  async refresh(): Promise<void> {
    const { sql } = this.#platform.database;
    const { recorder } = this.#mock.server;
    const row = await recordingsStore.active(sql, this.#mock.projectId);
    if (row && row.id !== this.#row?.id)
      this.#used = (await recordingsStore.sizes(sql, [row.id])).get(row.id) ?? { count: 0, sizeBytes: 0 };
    this.#row = row;
    if (!row) return recorder.follow(undefined);
    const { targetUrl: target, options, wiremock } = row;
    const fits = recordRules(options);
    const filter = wiremock?.filters && this.#mock.engine.compile(wiremock.filters).matcher;
    recorder.follow({
      target,
      isPartial: options.isPartial,
      accepts: (view: RequestView) =>
        row.status === 'recording' && fits(view.request.method, view.path) && (filter?.test(view) ?? true),
      keep: (exchange, entry) => this.#keep(row, exchange, entry),
    });
  }

  /** Rejects with the reason if a call isn't recorded. */
  async #keep(row: RecordingRow, exchange: RecordedExchange, entry: JournalEntry): Promise<void> {
    const { sizeBytes, problem } = this.#room(exchange);
    if (problem !== undefined) {
      await this.#tell(row, problem);
      throw new Error(problem);
    }
    const { masksSecrets, matchHeaders } = row.options;
    const kept: KeptExchange = keepExchange(exchange, {
      captureHeaders: Object.fromEntries(matchHeaders.map((name) => [name, {}])),
      ...row.wiremock,
      masksSecrets,
      secrets: this.#mock.surroundings.secrets,
    });
    this.#used.count += 1;
    this.#used.sizeBytes += sizeBytes;
    const { database, secrets, log } = this.#platform;
    const { id } = entry;
    const facts = { id, recordingId: row.id, at: new Date(entry.at), ...recordedFacts(kept, sizeBytes, hashOf) };
    const content = secrets.seal(JSON.stringify(kept), placeOfCall(id));
    await recordingsStore.insertCall(database.sql, { ...facts, content }).catch((error: unknown) => {
      log.warn({ err: error, recordingId: row.id }, 'a call was not recorded');
      throw new Error('The call could not be stored.');
    });
  }

  #room({ body, request }: RecordedExchange): { sizeBytes: number; problem: string | undefined } {
    const { count, sizeBytes: used } = this.#used;
    const sizeBytes = body.length;
    const { method, url } = request.request;
    if (sizeBytes > largestAnswer || request.request.body.length > largestAnswer)
      return { sizeBytes, problem: `${method} ${url.slice(0, 200)} is larger than ${largestAnswer / megabyte} MB.` };
    if (count >= maxCalls)
      return { sizeBytes, problem: `The recording has ${maxCalls} calls, the most it keeps. Stop and save it.` };
    if (used + sizeBytes > maxBytes)
      return {
        sizeBytes,
        problem: `The recording has ${maxBytes / megabyte} MB, the most it keeps. Stop and save it.`,
      };
    return { sizeBytes, problem: undefined };
  }

  async #tell(row: RecordingRow, problem: string): Promise<void> {
    if (row.problem === problem) return;
    row.problem = problem;
    await recordingsStore.setStatus(this.#platform.database.sql, row.id, { status: row.status, problem });
  }
}
