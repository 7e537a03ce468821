import { escapeHtml } from '@touchstone/kernel';
/** MailText is the content of a mail, in both forms. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/**
 * composeMail composes a mail of the product: greeting, reason, a link or a code, and a last line such as what to do if
 * it wasn't requested.
 */
export function composeMail(input: {
  subject: string;
  to: { firstName: string };
  what: string;
  link?: { url: string; label: string };
  code?: string;
  otherwise: string;
}): MailText {
  const { subject, to, what, link, code, otherwise } = input;
  const hello = `Hello ${to.firstName},`;
  const htmlMiddle = link
    ? `<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`
    : code && `<strong style="font-size:20px;letter-spacing:2px">${escapeHtml(code)}</strong>`;
  const html = [escapeHtml(hello), escapeHtml(what), htmlMiddle, escapeHtml(otherwise)];
  return {
    subject,
    text: `${[hello, what, link?.url ?? code, otherwise].filter(Boolean).join('\n\n')}\n`,
    html: html.flatMap((part) => (part ? [`<p>${part}</p>`] : [])).join(''),
  };
}
