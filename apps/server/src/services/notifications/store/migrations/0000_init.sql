CREATE SCHEMA "notifications";
--> statement-breakpoint
CREATE TABLE "notifications"."broadcast" (
	"id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notifications"."broadcast_read" (
	"broadcast_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "broadcast_read_user_id_broadcast_id_pk" PRIMARY KEY("user_id","broadcast_id")
);
--> statement-breakpoint
CREATE TABLE "notifications"."clone" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"unique_identifier" text NOT NULL,
	"execution_status" text NOT NULL,
	"folder_type" text NOT NULL,
	"seq" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "clone_user_id_organization_id_unique_identifier_pk" PRIMARY KEY("user_id","organization_id","unique_identifier")
);
--> statement-breakpoint
CREATE TABLE "notifications"."mail_preference" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_mailed" boolean NOT NULL,
	CONSTRAINT "mail_preference_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notifications"."notification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"once_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notifications"."broadcast_read" ADD CONSTRAINT "broadcast_read_broadcast_id_broadcast_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "notifications"."broadcast"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_read_broadcast" ON "notifications"."broadcast_read" USING btree ("broadcast_id");--> statement-breakpoint
CREATE INDEX "clone_updated" ON "notifications"."clone" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "notification_user" ON "notifications"."notification" USING btree ("user_id","organization_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notifications"."notification" USING btree ("user_id","organization_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notification_created" ON "notifications"."notification" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_once" ON "notifications"."notification" USING btree ("user_id","once_key") WHERE once_key is not null;