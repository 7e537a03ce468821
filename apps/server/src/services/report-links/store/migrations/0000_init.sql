CREATE SCHEMA "report_links";
--> statement-breakpoint
CREATE TABLE "report_links"."link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_opened_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "report_links"."policy" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"allowed" boolean NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "link_token" ON "report_links"."link" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "link_run" ON "report_links"."link" USING btree ("organization_id","run_id","created_at");--> statement-breakpoint
CREATE INDEX "link_expiry" ON "report_links"."link" USING btree ("organization_id","expires_at");