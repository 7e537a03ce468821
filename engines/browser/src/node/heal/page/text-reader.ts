/** In the page: reads texts with whitespace collapsed; of large parts, only the start. */
export function textReader() {
  const unread = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION', 'TEMPLATE']);
  const plain = (text: string | null | undefined, most: number): string =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, most);
  const within = (node: Node, most: number): string => {
    let text = '';
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let at = walker.nextNode(); at && text.length < most * 2; at = walker.nextNode())
      if (!unread.has(at.parentElement?.tagName ?? '')) text += ` ${at.nodeValue}`;
    return plain(text, most);
  };
  const parentOf = (element: Element): Element | null => {
    const tree = element.getRootNode();
    return element.parentElement ?? (tree instanceof ShadowRoot ? tree.host : null);
  };
  return { plain, within, parentOf };
}
