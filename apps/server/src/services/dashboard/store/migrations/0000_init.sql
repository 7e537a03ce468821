CREATE SCHEMA "dashboard";
--> statement-breakpoint
CREATE TABLE "dashboard"."widget_layout" (
	"user_id" uuid NOT NULL,
	"service" text NOT NULL,
	"team" text NOT NULL,
	"widgets" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "widget_layout_user_id_service_team_pk" PRIMARY KEY("user_id","service","team")
);
