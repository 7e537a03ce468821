CREATE TABLE "api_monitoring"."alert_channel" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text NOT NULL,
	"secret_names" text[] NOT NULL,
	"last_at" timestamp with time zone,
	"last_delivered" boolean,
	"last_message" text,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."alert_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"policy_id" uuid NOT NULL,
	"policy_name" text NOT NULL,
	"event" text NOT NULL,
	"step" smallint NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"claim" bigint DEFAULT 0 NOT NULL,
	"first_tried_at" timestamp with time zone,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"attempts" jsonb NOT NULL,
	"resends" smallint DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."alert_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"incident_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"event" text NOT NULL,
	"step" smallint NOT NULL,
	"incident" jsonb NOT NULL,
	"is_cancelled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."alert_policy" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"rules" jsonb NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."metrics_token" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."notice_update" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notice_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"text" text NOT NULL,
	"by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."rendered_page" (
	"page_id" uuid PRIMARY KEY NOT NULL,
	"html" text NOT NULL,
	"json" text NOT NULL,
	"rss" text NOT NULL,
	"atom" text NOT NULL,
	"rendered_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."status_notice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL,
	"title" text NOT NULL,
	"impact" text NOT NULL,
	"state" text NOT NULL,
	"monitor_ids" uuid[] NOT NULL,
	"incident_id" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."status_page" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"domain" text,
	"title" text NOT NULL,
	"is_published" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"password_hash" text,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."status_subscriber" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"target_hash" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."subscriber_told" (
	"update_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	CONSTRAINT "subscriber_told_update_id_subscriber_id_pk" PRIMARY KEY("update_id","subscriber_id")
);
--> statement-breakpoint
ALTER TABLE "api_monitoring"."alert_delivery" ADD CONSTRAINT "alert_delivery_channel_id_alert_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "api_monitoring"."alert_channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_monitoring"."alert_order" ADD CONSTRAINT "alert_order_delivery_id_alert_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "api_monitoring"."alert_delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_monitoring"."notice_update" ADD CONSTRAINT "notice_update_notice_id_status_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "api_monitoring"."status_notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_monitoring"."rendered_page" ADD CONSTRAINT "rendered_page_page_id_status_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "api_monitoring"."status_page"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_monitoring"."status_notice" ADD CONSTRAINT "status_notice_page_id_status_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "api_monitoring"."status_page"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_monitoring"."status_subscriber" ADD CONSTRAINT "status_subscriber_page_id_status_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "api_monitoring"."status_page"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_monitoring"."subscriber_told" ADD CONSTRAINT "subscriber_told_update_id_notice_update_id_fk" FOREIGN KEY ("update_id") REFERENCES "api_monitoring"."notice_update"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_monitoring"."subscriber_told" ADD CONSTRAINT "subscriber_told_subscriber_id_status_subscriber_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "api_monitoring"."status_subscriber"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_channel_name" ON "api_monitoring"."alert_channel" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "alert_delivery_due" ON "api_monitoring"."alert_delivery" USING btree ("due_at") WHERE "api_monitoring"."alert_delivery"."state" in ('WAITING', 'SENDING');--> statement-breakpoint
CREATE INDEX "alert_delivery_open" ON "api_monitoring"."alert_delivery" USING btree ("channel_id") WHERE "api_monitoring"."alert_delivery"."state" in ('WAITING', 'SENDING');--> statement-breakpoint
CREATE INDEX "alert_delivery_project" ON "api_monitoring"."alert_delivery" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "alert_delivery_done" ON "api_monitoring"."alert_delivery" USING btree ("done_at") WHERE "api_monitoring"."alert_delivery"."done_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_order_once" ON "api_monitoring"."alert_order" USING btree ("incident_id","event","step","channel_id");--> statement-breakpoint
CREATE INDEX "alert_order_delivery" ON "api_monitoring"."alert_order" USING btree ("delivery_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_policy_name" ON "api_monitoring"."alert_policy" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "notice_update_notice" ON "api_monitoring"."notice_update" USING btree ("notice_id","id");--> statement-breakpoint
CREATE INDEX "status_notice_page" ON "api_monitoring"."status_notice" USING btree ("page_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "status_page_slug" ON "api_monitoring"."status_page" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "status_page_domain" ON "api_monitoring"."status_page" USING btree ("domain") WHERE "api_monitoring"."status_page"."domain" is not null;--> statement-breakpoint
CREATE INDEX "status_page_project" ON "api_monitoring"."status_page" USING btree ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "status_subscriber_target" ON "api_monitoring"."status_subscriber" USING btree ("page_id","target_hash");--> statement-breakpoint
CREATE INDEX "subscriber_told_subscriber" ON "api_monitoring"."subscriber_told" USING btree ("subscriber_id");