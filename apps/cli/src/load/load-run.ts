import { writeFile } from 'node:fs/promises';
import { runLoad } from '@touchstone/engine-load';
import { createMask } from '@touchstone/report';
import { CliError } from '../cli-error.ts';
import { readClientCertificate } from '../document/client-certificate.ts';
import type { Outcome } from '../outcome.ts';
import { type Screen, screenOf } from '../progress.ts';
import { onStop } from '../stop-signal.ts';
import { outcomeOfLoad } from './load-outcome.ts';
import { type LoadFlags, readCount, readPlan } from './load-plan.ts';
import { LoadScreen } from './load-screen.ts';

/** runLoadCommand runs `touchstone load`: builds the plan, generates the load locally and shows it. */
export async function runLoadCommand(flags: LoadFlags, output: Screen = screenOf(process.stdout)): Promise<Outcome> {
  const { plan, notes, secrets, files } = await readPlan(flags);
  if (flags.savePlan !== undefined) {
    await writeJson(flags.savePlan, plan, '--save-plan');
    return 'passed';
  }
  const passphrase = flags.passphrase ?? ((flags.cert ?? flags.pfx) ? process.env.TOUCHSTONE_PASSPHRASE : undefined);
  const certificate = await readClientCertificate({ cert: flags.cert, key: flags.key, pfx: flags.pfx, passphrase });
  const threads = readCount(flags.threads, '--threads');
  const mask = createMask(secrets);
  const screen = new LoadScreen(output, plan, mask);
  for (const note of notes) screen.note(note);
  const stop = new AbortController();
  const undo = onStop(() => {
    screen.note('Stopping: running iterations may end. Press Ctrl C again to leave at once.');
    stop.abort();
  });
  try {
    const summary = await runLoad(plan, {
      stopSignal: stop.signal,
      files,
      dynamicValues: import.meta.resolve('@touchstone/engine-data'),
      onFrame: (frame) => screen.frame(frame),
      ...(threads === undefined ? {} : { threads }),
      ...(certificate === undefined ? {} : { tls: { clientCertificates: [certificate] } }),
    });
    screen.summary(summary);
    if (flags.summary !== undefined) await writeJson(flags.summary, masked(summary, mask), '--summary');
    return outcomeOfLoad(summary);
  } finally {
    undo();
  }
}

function masked(value: unknown, mask: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(value), (_key, item: unknown) => (typeof item === 'string' ? mask(item) : item));
}

async function writeJson(path: string, value: unknown, option: string): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
  } catch (error) {
    throw new CliError(`${option} ${path} cannot be written: ${(error as Error).message}`);
  }
}
