import type { KoaContextWithOIDC } from 'oidc-provider';

/** renderMessage renders the few pages that the issuer shows itself; `html` must be our own markup. */
export function renderMessage(ctx: KoaContextWithOIDC, title: string, html: string): void {
  ctx.type = 'html';
  ctx.body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>:root{color-scheme:light dark}body{font:14px/22px system-ui;max-width:440px;margin:15vh auto;padding:0 16px}h1{font-size:18px}</style></head><body><main><h1>${title}</h1><p>${html}</p></main></body></html>`;
}
