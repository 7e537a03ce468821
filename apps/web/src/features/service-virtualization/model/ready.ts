/** Parts of the page whose calls the server has. */
export const ready: { proposals: boolean; files: boolean } = { proposals: false, files: false };
