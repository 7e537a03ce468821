import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** A mail that arrived. */
export interface ReceivedMail {
  from: string;
  to: string[];
  user: string | undefined;
  content: string;
}

export interface SmtpServer {
  url: string;
  mails: ReceivedMail[];
  attempts(): number;
  /** Rejects the next `count` mails with 451. */
  refuse(count: number): void;
  close(): Promise<void>;
}

/**
 * startSmtpServer starts a mail server (RFC 5321, AUTH PLAIN): it rejects the first `refusals` mails with 451, and
 * recipients `nobody@…` permanently.
 */
export async function startSmtpServer(refusals = 0): Promise<SmtpServer> {
  let refused = refusals;
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let attempts = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let [from, user, buffer, inData] = ['', undefined as string | undefined, '', false];
    let to: string[] = [];
    const answer = (line: string) => socket.write(`${line}\r\n`);
    const commands: [RegExp, (match: RegExpExecArray) => void][] = [
      [/^EHLO /i, () => socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n')],
      [
        /^AUTH PLAIN (\S+)/i,
        (match) => {
          user = Buffer.from(match[1] ?? '', 'base64')
            .toString()
            .split('\0')[1];
          answer('235 ok');
        },
      ],
      [
        /^MAIL FROM:<(.*?)>/i,
        (match) => {
          from = match[1] ?? '';
          to = [];
          answer('250 ok');
        },
      ],
      [
        /^RCPT TO:<(.*?)>/i,
        (match) => {
          if (match[1]?.startsWith('nobody@')) return answer('550 No such user');
          to.push(match[1] ?? '');
          answer('250 ok');
        },
      ],
      [
        /^DATA$/i,
        () => {
          attempts += 1;
          if (refused > 0) {
            refused -= 1;
            return answer('451 Try again later');
          }
          inData = true;
          answer('354 go');
        },
      ],
      [/^QUIT$/i, () => socket.end('221 bye\r\n')],
    ];
    const take = (line: string) => {
      for (const [pattern, act] of commands) {
        const match = pattern.exec(line);
        if (match) return act(match);
      }
      answer('502 unknown');
    };
    answer('220 mail.test');
    socket.on('data', (chunk) => {
      buffer += chunk.toString();
      for (;;) {
        const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (inData) {
          mails.push({ from, to, user, content: part });
          inData = false;
          answer('250 stored');
        } else take(part);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://user:pass@127.0.0.1:${(server.address() as { port: number }).port}?ignoreTLS=true`,
    mails,
    attempts: () => attempts,
    refuse: (count) => {
      refused = count;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
