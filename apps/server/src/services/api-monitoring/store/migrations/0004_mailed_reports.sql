CREATE TABLE "api_monitoring"."mailed_report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"collection_id" uuid,
	"title" text NOT NULL,
	"period" text NOT NULL,
	"time_of_day" text NOT NULL,
	"timezone" text NOT NULL,
	"recipients" jsonb NOT NULL,
	"formats" jsonb NOT NULL,
	"accounting" jsonb NOT NULL,
	"is_active" boolean NOT NULL,
	"next_at" timestamp with time zone,
	"last_sent_at" timestamp with time zone,
	"last_problem" text,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."report_file" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mailed_report_project" ON "api_monitoring"."mailed_report" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "mailed_report_due" ON "api_monitoring"."mailed_report" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "report_file_age" ON "api_monitoring"."report_file" USING btree ("created_at");