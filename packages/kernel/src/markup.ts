const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Characters that HTML can't show, and those that would change the direction of surrounding text. */
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/** escapeHtml makes any text safe inside an element and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(unseen, '\ufffd')
    .replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character);
}

const xmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };
/** XML 1.0 §2.2 can't represent these characters. */
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** escapeXml makes any text safe inside an element and inside a quoted attribute. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(notXml, '\ufffd')
    .replace(/[&<>"\r]/g, (character) => xmlEntities[character] ?? character);
}
