const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** resetMail is the text of the mail with the link. */
export function resetMail(input: { firstName: string; link: string }): { subject: string; text: string; html: string } {
  const { firstName, link } = input;
  const lines = {
    hello: `Hello ${firstName},`,
    what: 'somebody asked to set a new password for your Touchstone account. Open this link within 30 minutes:',
    otherwise: 'If it was not you, ignore this mail: your password stays as it is.',
  };
  return {
    subject: 'Set a new password',
    text: `${lines.hello}\n\n${lines.what}\n\n${link}\n\n${lines.otherwise}\n`,
    html: `<p>${escapeHtml(lines.hello)}</p><p>${lines.what}</p><p><a href="${escapeHtml(link)}">Set a new password</a></p><p>${lines.otherwise}</p>`,
  };
}
