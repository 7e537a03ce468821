import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onDemand } from '../../tools/on-demand.ts';

/** Starts the real WireMock (Java) on a port and gives its process once it answers. */
export async function startWireMock(port: number, options: string[] = []): Promise<ChildProcess> {
  const build = join(onDemand('wiremock'), 'build');
  const jar = readdirSync(build).find((name) => name.endsWith('.jar'));
  if (jar === undefined) throw new Error('The package wiremock has no jar.');
  const args = ['-jar', join(build, jar), '--port', String(port), '--root-dir', '/tmp', '--disable-banner', ...options];
  const child = spawn('java', args, { stdio: 'ignore' });
  for (let attempt = 0; attempt < 240; attempt += 1) {
    if (child.exitCode !== null) throw new Error('WireMock ended at once; is Java installed?');
    const isUp = await fetch(`http://127.0.0.1:${port}/__admin/mappings`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return child;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  child.kill();
  throw new Error('WireMock did not start within two minutes.');
}
