import { escapeHtml } from '@touchstone/kernel';

type Json = Record<string, unknown>;

const style = `:root{color-scheme:light dark;--line:light-dark(#e3e6ea,#262a32);--ink2:light-dark(#4d5766,#aeb6c2);--surface:light-dark(#fff,#16181d)}
body{font:13px/18px system-ui,sans-serif;margin:0 auto;max-width:1100px;padding:24px;background:light-dark(#f6f7f9,#111317);color:light-dark(#1c2128,#e6e8ec)}
h1{font-size:20px}h2{font-size:16px;margin:32px 0 8px}a{color:light-dark(#3451b2,#8ea8ff)}nav{display:flex;flex-wrap:wrap;gap:4px 16px}
details{background:var(--surface);border:1px solid var(--line);border-radius:6px;margin:4px 0;padding:6px 12px}
summary{cursor:pointer;display:flex;gap:12px;align-items:baseline}summary code{font-size:12px}summary span{color:var(--ink2)}
b{display:inline-block;min-width:56px;font:600 12px ui-monospace,monospace}pre{overflow:auto;font-size:12px;border-top:1px solid var(--line);padding-top:8px}`;

/** renderApiReference returns the browsable page of the OpenAPI document: a single static page without scripts. */
export function renderApiReference(document: Json): string {
  const groups = new Map<string, string[]>();
  for (const [path, item] of Object.entries(document.paths as Record<string, Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(item)) {
      const service = String(operation['x-service']);
      groups.set(service, [...(groups.get(service) ?? []), entry(method, path, operation)]);
    }
  }
  const names = [...groups.keys()].sort();
  const links = names.map((name) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join('');
  const sections = names
    .map((name) => `<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>${groups.get(name)?.join('')}`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Touchstone API</title><style>${style}</style></head>
<body><h1>Touchstone API</h1><p>The same as a document: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). Sign in at <code>POST /services/identity/token</code>, then send <code>Authorization: Bearer …</code>.</p><nav>${links}</nav>${sections}</body></html>`;
}

function entry(method: string, path: string, operation: Json): string {
  const access = operation['x-access'] as { kind: string; effect?: string; roles?: string[] };
  const who =
    access.kind === 'public'
      ? 'public'
      : `signed in${access.roles ? `: ${access.roles.join(', ')}` : ''}${access.effect === 'write' ? ', not guests' : ''}`;
  const parts = {
    parameters: operation.parameters,
    requestBody: operation.requestBody,
    responses: operation.responses,
  };
  return `<details><summary><b>${escapeHtml(method.toUpperCase())}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(String(operation.summary ?? ''))}</span></summary>
<p>${escapeHtml(who)}</p><pre>${escapeHtml(JSON.stringify(parts, null, 2))}</pre></details>`;
}
