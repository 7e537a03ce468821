CREATE SCHEMA "test_repository";
--> statement-breakpoint
CREATE TABLE "test_repository"."data_table" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"environment_id" uuid,
	"columns" text[] DEFAULT '{}'::text[] NOT NULL,
	"rows" jsonb NOT NULL,
	"row_count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_repository"."module" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_repository"."recent" (
	"user_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recent_user_id_organization_id_item_id_pk" PRIMARY KEY("user_id","organization_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "test_repository"."script" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"module_id" uuid NOT NULL,
	"name" text NOT NULL,
	"objective" text NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"locked_by" uuid,
	"locked_by_name" text,
	"is_reusable" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"step_count" integer DEFAULT 0 NOT NULL,
	"calls" text[] DEFAULT '{}'::text[] NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"data_table_id" uuid,
	"last_run_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_name" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_repository"."script_content" (
	"script_id" uuid PRIMARY KEY NOT NULL,
	"steps" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_repository"."script_version" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"script_id" uuid NOT NULL,
	"name" text NOT NULL,
	"revision" integer NOT NULL,
	"step_count" integer NOT NULL,
	"steps" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_repository"."test_function" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"inputs" jsonb NOT NULL,
	"outputs" jsonb NOT NULL,
	"steps" jsonb NOT NULL,
	"calls" text[] DEFAULT '{}'::text[] NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_name" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "test_repository"."script" ADD CONSTRAINT "script_module_id_module_id_fk" FOREIGN KEY ("module_id") REFERENCES "test_repository"."module"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_repository"."script" ADD CONSTRAINT "script_data_table_id_data_table_id_fk" FOREIGN KEY ("data_table_id") REFERENCES "test_repository"."data_table"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_repository"."script_content" ADD CONSTRAINT "script_content_script_id_script_id_fk" FOREIGN KEY ("script_id") REFERENCES "test_repository"."script"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_repository"."script_version" ADD CONSTRAINT "script_version_script_id_script_id_fk" FOREIGN KEY ("script_id") REFERENCES "test_repository"."script"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_table_name" ON "test_repository"."data_table" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "module_name" ON "test_repository"."module" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "recent_latest" ON "test_repository"."recent" USING btree ("user_id","organization_id","kind","at");--> statement-breakpoint
CREATE INDEX "recent_project" ON "test_repository"."recent" USING btree ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "script_name" ON "test_repository"."script" USING btree ("module_id",lower("name"));--> statement-breakpoint
CREATE INDEX "script_position" ON "test_repository"."script" USING btree ("module_id","position");--> statement-breakpoint
CREATE INDEX "script_project" ON "test_repository"."script" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "script_reusable" ON "test_repository"."script" USING btree ("organization_id","project_id") WHERE "test_repository"."script"."is_reusable";--> statement-breakpoint
CREATE INDEX "script_version_script" ON "test_repository"."script_version" USING btree ("script_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "test_function_name" ON "test_repository"."test_function" USING btree ("project_id",lower("name"));