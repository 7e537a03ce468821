CREATE TABLE "service_virtualization"."drift_check" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"target_url" text NOT NULL,
	"status" text NOT NULL,
	"is_safe_only" boolean NOT NULL,
	"compares" text NOT NULL,
	"headers" text,
	"message" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_by_name" text NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."drift_finding" (
	"id" uuid PRIMARY KEY NOT NULL,
	"check_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"asset_id" uuid NOT NULL,
	"asset_name" text NOT NULL,
	"method" text NOT NULL,
	"url" text NOT NULL,
	"verdict" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"duration_ms" real,
	"revision" integer,
	"answer" jsonb,
	"applied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."recorded_call" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recording_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"url" text NOT NULL,
	"status" smallint NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"request_hash" text NOT NULL,
	"answer_hash" text NOT NULL,
	"shape_hash" text,
	"template_address" text,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."recording" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"target_url" text NOT NULL,
	"status" text NOT NULL,
	"options" jsonb NOT NULL,
	"wiremock" jsonb,
	"problem" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_by_name" text NOT NULL,
	"stopped_at" timestamp with time zone,
	"saved_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "service_virtualization"."drift_check" ADD CONSTRAINT "drift_check_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "service_virtualization"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_virtualization"."drift_finding" ADD CONSTRAINT "drift_finding_check_id_drift_check_id_fk" FOREIGN KEY ("check_id") REFERENCES "service_virtualization"."drift_check"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_virtualization"."recorded_call" ADD CONSTRAINT "recorded_call_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "service_virtualization"."recording"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_virtualization"."recording" ADD CONSTRAINT "recording_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "service_virtualization"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drift_check_project" ON "service_virtualization"."drift_check" USING btree ("project_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "drift_check_running" ON "service_virtualization"."drift_check" USING btree ("project_id") WHERE "service_virtualization"."drift_check"."status" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "drift_finding_position" ON "service_virtualization"."drift_finding" USING btree ("check_id","position");--> statement-breakpoint
CREATE INDEX "recorded_call_recording" ON "service_virtualization"."recorded_call" USING btree ("recording_id","id");--> statement-breakpoint
CREATE INDEX "recording_project" ON "service_virtualization"."recording" USING btree ("project_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recording_active" ON "service_virtualization"."recording" USING btree ("project_id") WHERE "service_virtualization"."recording"."status" <> 'stopped';