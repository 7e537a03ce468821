ALTER TABLE "service_virtualization"."import_source" ADD COLUMN "named" jsonb;--> statement-breakpoint
-- Descriptions that came in before envelopes were judged: their text is what the mock answers to "?wsdl".
UPDATE "service_virtualization"."import_source" AS source SET "document" = (
  SELECT asset."source_base" #>> '{stub,response,body}' FROM "service_virtualization"."asset" AS asset
  WHERE asset."source_id" = source."id" AND asset."source_base" #> '{stub,request,queryParameters,wsdl}' IS NOT NULL
  ORDER BY asset."position" LIMIT 1
) WHERE source."format" = 'wsdl' AND source."document" IS NULL;
