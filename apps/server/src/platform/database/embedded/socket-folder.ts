import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** A socket's path has 104 bytes at most on macOS, 108 on Linux, with a zero at the end. */
const maxPathBytes = 103;

/** socketPath returns the path of the socket that PostgreSQL creates in a folder for a port. */
export const socketPath = (folder: string, port: number): string => join(folder, `.s.PGSQL.${port}`);

/**
 * canHoldSocket returns whether a folder can hold PostgreSQL's socket for a port: not if its path is too long, on
 * Windows, or on file systems without sockets, such as folders that a container shares with macOS.
 */
export async function canHoldSocket(folder: string, port: number): Promise<boolean> {
  if (process.platform === 'win32' || Buffer.byteLength(socketPath(folder, port)) > maxPathBytes) return false;
  const path = join(folder, `.probe.${port}`);
  // A process that was killed while it probed left it.
  await rm(path, { force: true });
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(path, () => probe.close(() => resolve(true)));
  });
}
