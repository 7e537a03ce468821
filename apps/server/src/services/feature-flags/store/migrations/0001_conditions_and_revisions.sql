ALTER TABLE "feature_flags"."changed_flag" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "feature_flags"."changed_flag" ADD COLUMN "revision" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
UPDATE "feature_flags"."changed_flag" SET "rules" = (
	SELECT coalesce(jsonb_agg(jsonb_build_object('conditions', jsonb_build_array(rule - 'value'), 'value', rule -> 'value') ORDER BY place), '[]'::jsonb)
	FROM jsonb_array_elements("rules") WITH ORDINALITY AS item(rule, place)
);
