import type { RepositoryStep } from '@touchstone/contracts/test-repository';
import type { Session, SessionRecording } from '@touchstone/engine-browser';
import type { Platform } from '../../../platform/platform.ts';
import type { NewAttachment, RunContext } from '../../runs/index.ts';
import type { UnitRecordings } from '../app/unit-recordings.ts';
import { namesSecret } from '../domain/names-secret.ts';
import type { Unit } from '../domain/plan-rows.ts';
import { hasKeyword } from '../domain/prepare-steps.ts';
import type { ScriptPlan } from '../domain/script-plan.ts';

interface Recorded {
  platform: Pick<Platform, 'log'>;
  recordings: Pick<UnitRecordings, 'put'>;
  context: Pick<RunContext, 'runId' | 'attach' | 'signal'>;
  plan: ScriptPlan;
  unit: Unit;
  /** Number of the part in the run, from 1 on; distinguishes the names of the run's files. */
  number: number;
  secrets: readonly string[];
  session: Session;
}

const secretNote =
  'There is no trace, because steps of this script use a secret variable. A trace would show its value.';
const sessionNote =
  'There is no trace, because steps of this script save or use a session. A trace would show its cookies.';

/** Why a script isn't traced; undefined if it is. */
function noTraceReason({ plan, unit }: Recorded): string | undefined {
  if (namesSecret(plan, unit.script)) return secretNote;
  const isAboutSessions = [unit.script, ...plan.functions].some(({ steps }) =>
    ['saveSession', 'useSession'].some((keyword) => hasKeyword(steps as RepositoryStep[], keyword)),
  );
  return isAboutSessions ? sessionNote : undefined;
}

/** UnitKeeper ends the recording of a part of a run. */
export interface UnitKeeper {
  /** Masks a value in the recording that became known only now, such as a one-time code. */
  hide(secret: string): void;
  /** Stores what the run asks for; the browser must still be open. */
  end(hasFailed: boolean): Promise<void>;
}

/** keepRecording records a part of a run according to its plan. Errors are logged and don't end the script. */
export async function keepRecording(given: Recorded): Promise<UnitKeeper> {
  const { plan, secrets, session, platform, context } = given;
  const mode = plan.recording ?? 'none';
  if (mode === 'none') return { hide: () => undefined, end: async () => undefined };
  const noTrace = noTraceReason(given);
  const log = (error: unknown) => {
    // Nothing is stored here for a run that continues elsewhere.
    if (!context.signal.aborted) platform.log.warn({ err: error, runId: context.runId }, 'recording a script failed');
  };
  const begin = async (): Promise<SessionRecording> => {
    const { startRecording } = await import('@touchstone/engine-browser');
    return startRecording(session, { secrets, hasTrace: noTrace === undefined });
  };
  const recording = await begin().catch(log);
  return {
    hide: (secret) => recording?.hide(secret),
    async end(hasFailed) {
      if (!recording) return;
      const isWanted = mode === 'always' || hasFailed;
      // A runner that stops or has lost the run leaves the script to another one, which records it anew.
      const isOurs = !context.signal.aborted || context.signal.reason === 'cancelled';
      try {
        if (isWanted && isOurs) await keep(given, recording, noTrace === undefined ? [] : [noTrace]);
      } catch (error) {
        log(error);
      } finally {
        await recording.remove().catch(log);
      }
    },
  };
}

async function keep(
  { recordings, context, unit, number }: Recorded,
  recording: SessionRecording,
  notes: readonly string[],
): Promise<void> {
  const isHurried = context.signal.aborted;
  const { startedAt, network, film, trace, notes: further } = await recording.finish({ isHurried });
  const base = `${number} ${unit.script.name}${unit.row ? `, row ${unit.row.number}` : ''}`;
  const attach = async (extension: string, mediaType: string, content: NewAttachment['content'] | undefined) => {
    if (!content) return null;
    const { attachmentId } = await context.attach({ name: `${base}.${extension}`, mediaType, content });
    return attachmentId;
  };
  await recordings.put({
    runId: context.runId,
    unit: unit.key,
    startedAt,
    network: await attach('har', 'application/json', Buffer.from(JSON.stringify(network))),
    film: await attach('avi', 'video/x-msvideo', film),
    trace: await attach('trace.zip', 'application/zip', trace),
    notes: [...notes, ...further],
  });
}
