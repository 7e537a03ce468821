export type TermsBlock =
  | { id: number; kind: 'heading'; text: string }
  | { id: number; kind: 'paragraph'; text: string }
  | { id: number; kind: 'list'; items: string[] };

/** readTerms parses the subset of Markdown used by the terms: second-level headings, paragraphs, lists. */
export function readTerms(markdown: string): TermsBlock[] {
  const blocks = markdown.split(/\n\s*\n/).map((block) => block.trim());
  return blocks.flatMap((text, id): TermsBlock[] => {
    if (!text || text.startsWith('# ')) return [];
    if (text.startsWith('## ')) return [{ id, kind: 'heading', text: text.slice(3) }];
    if (text.startsWith('- '))
      return [{ id, kind: 'list', items: text.split('\n').map((line) => line.replace(/^- /, '')) }];
    return [{ id, kind: 'paragraph', text }];
  });
}
