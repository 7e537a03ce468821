/** saveResponse saves a response as a file, named by the server or `fallbackName`. */
export async function saveResponse(response: Response, fallbackName: string): Promise<void> {
  const header = response.headers.get('content-disposition') ?? '';
  const name = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(header)?.[1];
  saveBlob(await response.blob(), name ? decodeURIComponent(name) : fallbackName);
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
