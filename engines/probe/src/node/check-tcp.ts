import type { Socket } from 'node:net';
import type { TcpCheck } from '../core/check.ts';
import { unescapeText } from '../core/escapes.ts';
import { outcome, type ProbeOutcome } from '../core/outcome.ts';
import { openSocket, within } from './open-socket.ts';
import type { ProbeOptions } from './probe.ts';

/** Bytes of a response that are searched. */
const maxBytes = 64 * 1024;

/** checkTcp connects, sends the given text, and reads until the expected text has arrived. */
export async function checkTcp(check: TcpCheck, options: ProbeOptions): Promise<ProbeOutcome> {
  const { host, port } = check;
  const where = `${host}:${port}`;
  let seen = '';
  return within(options, where, async (stop) => {
    const { socket, phases } = await openSocket({ host, port }, options, stop);
    if (check.send) socket.write(Buffer.from(unescapeText(check.send), 'latin1'));
    if (!check.expect) return outcome('UP', { phases });
    const wanted = Buffer.from(unescapeText(check.expect), 'utf8').toString('latin1');
    const sentAt = performance.now();
    const found = await readUntil(socket, wanted, (text) => {
      seen = text;
    });
    const facts = { phases: { ...phases, firstByteMs: performance.now() - sentAt }, values: [shown(seen)] };
    if (found) return outcome('UP', { ...facts, findings: [{ name: 'Answer', passed: true, message: null }] });
    const message = seen
      ? `${where} did not send the expected text. It sent: ${shown(seen)}`
      : `${where} closed the connection without the expected text.`;
    return outcome('DOWN', {
      ...facts,
      code: 'ANSWER',
      message,
      findings: [{ name: 'Answer', passed: false, message }],
    });
  });
}

const shown = (text: string): string => {
  const read = Buffer.from(text, 'latin1').toString('utf8').slice(0, 200);
  return read.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '·');
};

/** Reads until the text has arrived, the other side closes, or too much has arrived. */
function readUntil(socket: Socket, wanted: string, onText: (text: string) => void): Promise<boolean> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      onText(text);
      if (text.includes(wanted)) resolve(true);
      else if (text.length > maxBytes) resolve(false);
    });
    socket.on('end', () => resolve(false));
    socket.on('close', () => resolve(false));
  });
}
