import { inferJsonSchema, inferXsd } from '@touchstone/engine-data';

/** inferFromJson makes the JSON Schema of a JSON text; for workers, because the text is a user's. */
export const inferFromJson = ({ text }: { text: string }): Record<string, unknown> =>
  inferJsonSchema([JSON.parse(text)]);

/** inferFromXml makes the XML Schema of an XML text; for workers, because the text is a user's. */
export const inferFromXml = ({ text }: { text: string }): string => inferXsd([text]);
