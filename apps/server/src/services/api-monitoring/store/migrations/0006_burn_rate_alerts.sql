CREATE TABLE "api_monitoring"."burn_alert" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"name" text NOT NULL,
	"urgency" text NOT NULL,
	"slo_percent" double precision NOT NULL,
	"cause" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "burn_alert_open" ON "api_monitoring"."burn_alert" USING btree ("subject_id","urgency") WHERE "api_monitoring"."burn_alert"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "burn_alert_project" ON "api_monitoring"."burn_alert" USING btree ("project_id","opened_at");--> statement-breakpoint
UPDATE "api_monitoring"."alert_policy" SET "rules" = "rules" || '{"tellsBurnRate": false}'::jsonb WHERE NOT "rules" ? 'tellsBurnRate';