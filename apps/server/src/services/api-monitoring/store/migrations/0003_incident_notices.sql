ALTER TABLE "api_monitoring"."notice_update" ADD COLUMN "is_untold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_monitoring"."status_notice" ADD COLUMN "is_automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "notice_update_untold" ON "api_monitoring"."notice_update" USING btree ("id") WHERE "api_monitoring"."notice_update"."is_untold";--> statement-breakpoint
CREATE INDEX "status_notice_incident" ON "api_monitoring"."status_notice" USING btree ("incident_id") WHERE "api_monitoring"."status_notice"."incident_id" is not null;