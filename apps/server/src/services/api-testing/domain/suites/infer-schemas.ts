import { inferJsonSchema, inferXsd } from '@touchstone/engine-data';

/** inferFromJson infers the JSON Schema of a JSON text; for workers, because the text is user input. */
export const inferFromJson = ({ text }: { text: string }): Record<string, unknown> =>
  inferJsonSchema([JSON.parse(text)]);

/** inferFromXml infers the XML Schema of an XML text; for workers, because the text is user input. */
export const inferFromXml = ({ text }: { text: string }): string => inferXsd([text]);
