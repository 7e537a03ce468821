CREATE SCHEMA "api_testing";
--> statement-breakpoint
CREATE TABLE "api_testing"."environment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_testing"."member" (
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "member_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "api_testing"."project" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"workspace_type" text NOT NULL,
	"workspace_plan" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_testing"."script" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"suite_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"method" text NOT NULL,
	"url" text NOT NULL,
	"script_type" text,
	"assertion_count" integer NOT NULL,
	"document" jsonb NOT NULL,
	"authentication" text,
	"part_ids" uuid[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_testing"."suite" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_chaining" boolean DEFAULT false NOT NULL,
	"script_count" integer DEFAULT 0 NOT NULL,
	"last_run_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_testing"."variable" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"environment_id" uuid,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"is_secret" boolean NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_testing"."environment" ADD CONSTRAINT "environment_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_testing"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_testing"."member" ADD CONSTRAINT "member_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_testing"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_testing"."script" ADD CONSTRAINT "script_suite_id_suite_id_fk" FOREIGN KEY ("suite_id") REFERENCES "api_testing"."suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_testing"."suite" ADD CONSTRAINT "suite_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_testing"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_testing"."variable" ADD CONSTRAINT "variable_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_testing"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_testing"."variable" ADD CONSTRAINT "variable_environment_id_environment_id_fk" FOREIGN KEY ("environment_id") REFERENCES "api_testing"."environment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "environment_name" ON "api_testing"."environment" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "member_user" ON "api_testing"."member" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_name" ON "api_testing"."project" USING btree ("team_id",lower("name"));--> statement-breakpoint
CREATE INDEX "project_organization" ON "api_testing"."project" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "script_suite" ON "api_testing"."script" USING btree ("suite_id","position");--> statement-breakpoint
CREATE INDEX "script_project" ON "api_testing"."script" USING btree ("project_id","position");--> statement-breakpoint
CREATE INDEX "script_parts" ON "api_testing"."script" USING gin ("part_ids");--> statement-breakpoint
CREATE UNIQUE INDEX "suite_name" ON "api_testing"."suite" USING btree ("project_id","is_chaining",lower("name"));--> statement-breakpoint
CREATE INDEX "suite_project" ON "api_testing"."suite" USING btree ("project_id","is_chaining","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "variable_name" ON "api_testing"."variable" USING btree ("project_id",coalesce("environment_id", "project_id"),"name");--> statement-breakpoint
CREATE INDEX "variable_environment" ON "api_testing"."variable" USING btree ("environment_id");