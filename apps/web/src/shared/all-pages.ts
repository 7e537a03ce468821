/** Largest page of a call. */
const size = 200;

interface PageAnswer<T> {
  content: T[];
  totalElements: number;
}

/** eachPage reads a list page by page as it is consumed. */
export async function* eachPage<T>(
  read: (page: { page: number; size: number }) => Promise<PageAnswer<T>>,
): AsyncGenerator<T[]> {
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = await read({ page, size });
    yield content;
    // A list that shrank while being read ends with an empty page.
    if (content.length === 0 || (page + 1) * size >= totalElements) return;
  }
}

/** readAllPages reads a whole list. */
export async function readAllPages<T>(read: Parameters<typeof eachPage<T>>[0]): Promise<T[]> {
  const all: T[] = [];
  for await (const page of eachPage(read)) all.push(...page);
  return all;
}
