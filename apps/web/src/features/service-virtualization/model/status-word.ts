/** statusWord returns the response status of an asset, as lists show it. */
export function statusWord(status: string): string {
  const words: Record<string, string> = {
    records: 'Records',
    proxy: 'Proxy',
    EMPTY_RESPONSE: 'Empty response',
    MALFORMED_RESPONSE_CHUNK: 'Malformed chunk',
    RANDOM_DATA_THEN_CLOSE: 'Random data',
    CONNECTION_RESET_BY_PEER: 'Connection reset',
  };
  return words[status] ?? status;
}
