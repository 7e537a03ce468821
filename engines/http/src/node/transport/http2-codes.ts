/** Why an HTTP/2 stream or connection ended, by the names of RFC 9113 §7. */
export const http2Codes = {
  NO_ERROR: 0x0,
  PROTOCOL_ERROR: 0x1,
  INTERNAL_ERROR: 0x2,
  FLOW_CONTROL_ERROR: 0x3,
  SETTINGS_TIMEOUT: 0x4,
  STREAM_CLOSED: 0x5,
  FRAME_SIZE_ERROR: 0x6,
  REFUSED_STREAM: 0x7,
  CANCEL: 0x8,
  COMPRESSION_ERROR: 0x9,
  CONNECT_ERROR: 0xa,
  ENHANCE_YOUR_CALM: 0xb,
  INADEQUATE_SECURITY: 0xc,
  HTTP_1_1_REQUIRED: 0xd,
} as const;

const names = new Map<number, string>(Object.entries(http2Codes).map(([name, code]) => [code, name]));

/** nameOfCode returns the name of a code; servers may send codes of their own. */
export const nameOfCode = (code: number): string => names.get(code) ?? `error ${code}`;
