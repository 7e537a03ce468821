/** The media type of a picture: WebKit always draws PNG. */
export const pictureType = (bytes: Uint8Array) => (bytes[0] === 0x89 ? 'image/png' : 'image/jpeg');
