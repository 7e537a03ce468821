CREATE SCHEMA "user-management";
--> statement-breakpoint
CREATE TABLE "user-management"."organization" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user-management"."user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL REFERENCES "user-management"."organization"("id") ON DELETE cascade,
	"email" text NOT NULL CONSTRAINT "user_email" UNIQUE,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"mode_status" text DEFAULT 'auto' NOT NULL,
	"login_count" integer DEFAULT 0 NOT NULL,
	"last_login_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user-management"."team" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL REFERENCES "user-management"."organization"("id") ON DELETE cascade,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user-management"."team_member" (
	"team_id" uuid NOT NULL REFERENCES "user-management"."team"("id") ON DELETE cascade,
	"user_id" uuid NOT NULL REFERENCES "user-management"."user"("id") ON DELETE cascade,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "team_member_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
CREATE INDEX "user_organization" ON "user-management"."user" ("organization_id");
--> statement-breakpoint
CREATE INDEX "team_organization" ON "user-management"."team" ("organization_id");
--> statement-breakpoint
CREATE INDEX "team_member_user" ON "user-management"."team_member" ("user_id");
