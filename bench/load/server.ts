import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A local nginx whose responses depend on the request, so that no check can be cached. */
export interface BenchServer {
  url: string;
  tlsUrl: string;
  /** Stops and resumes all its processes. */
  pause(): void;
  resume(): void;
  close(): void;
}

const port = 8391;
const tlsPort = 8392;
const body = `{"id":$1,"name":"Item $1","active":true,"tags":["a","b"],"price":{"amount":42.05,"currency":"EUR"},"token":"t-$1"}`;

/** startServer starts nginx with one worker on one CPU core. */
export async function startServer(core: number): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const file = (name: string) => join(folder, name);
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-keyout',
      file('key.pem'),
      '-out',
      file('cert.pem'),
    ],
    { stdio: 'ignore' },
  );
  writeFileSync(file('nginx.conf'), configuration(folder));
  const child = spawn('taskset', ['-c', String(core), 'nginx', '-c', file('nginx.conf')], {
    stdio: 'ignore',
    detached: true,
  });
  const signal = (name: NodeJS.Signals) => process.kill(-child.pid!, name);
  const server: BenchServer = {
    url: `http://127.0.0.1:${port}`,
    tlsUrl: `https://127.0.0.1:${tlsPort}`,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    close: () => {
      signal('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await fetch(`${server.url}/items/1`).catch(() => undefined);
    if (answer?.ok) return server;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.close();
  throw new Error('nginx did not start. Install it with: apt-get install nginx');
}

function configuration(folder: string): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 16384; }
http {
  access_log off;
  ${places.map((place) => `${place}_temp_path ${folder}/${place};`).join('\n  ')}
  keepalive_requests 1000000000;
  keepalive_timeout 600s;
  server {
    listen 127.0.0.1:${port} backlog=8192;
    listen 127.0.0.1:${tlsPort} ssl backlog=8192;
    ssl_certificate ${folder}/cert.pem;
    ssl_certificate_key ${folder}/key.pem;
    location ~ ^/items/(\\d+)$ { default_type application/json; return 200 '${body}'; }
  }
}
`;
}
