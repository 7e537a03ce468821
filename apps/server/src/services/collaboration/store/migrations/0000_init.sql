CREATE SCHEMA "collaboration";
--> statement-breakpoint
CREATE TABLE "collaboration"."activity" (
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"last_active_at" timestamp with time zone NOT NULL,
	CONSTRAINT "activity_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "collaboration"."change" (
	"project_id" uuid NOT NULL,
	"service" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"revision" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "change_project_id_service_pk" PRIMARY KEY("project_id","service")
);
--> statement-breakpoint
CREATE TABLE "collaboration"."invitation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"status" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_by_name" text NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "collaboration"."presence" (
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"tab" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"place" text,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "presence_project_id_user_id_tab_pk" PRIMARY KEY("project_id","user_id","tab")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_token" ON "collaboration"."invitation" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_pending" ON "collaboration"."invitation" USING btree ("project_id","user_id") WHERE "collaboration"."invitation"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "invitation_project" ON "collaboration"."invitation" USING btree ("project_id","status");--> statement-breakpoint
CREATE INDEX "invitation_email" ON "collaboration"."invitation" USING btree ("organization_id","email","invited_at");--> statement-breakpoint
CREATE INDEX "presence_seen" ON "collaboration"."presence" USING btree ("seen_at");
