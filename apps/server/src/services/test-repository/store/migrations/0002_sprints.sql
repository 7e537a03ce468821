CREATE TABLE "test_repository"."sprint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"status" text DEFAULT 'CREATED' NOT NULL,
	"start_date" date,
	"end_date" date,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_repository"."suite" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"sprint_id" uuid,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"module_name" text,
	"is_chaining" boolean NOT NULL,
	"is_functional" boolean NOT NULL,
	"last_run_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_name" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_repository"."suite_script" (
	"suite_id" uuid NOT NULL,
	"script_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "suite_script_suite_id_script_id_pk" PRIMARY KEY("suite_id","script_id")
);
--> statement-breakpoint
ALTER TABLE "test_repository"."suite" ADD CONSTRAINT "suite_sprint_id_sprint_id_fk" FOREIGN KEY ("sprint_id") REFERENCES "test_repository"."sprint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_repository"."suite_script" ADD CONSTRAINT "suite_script_suite_id_suite_id_fk" FOREIGN KEY ("suite_id") REFERENCES "test_repository"."suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_repository"."suite_script" ADD CONSTRAINT "suite_script_script_id_script_id_fk" FOREIGN KEY ("script_id") REFERENCES "test_repository"."script"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sprint_name" ON "test_repository"."sprint" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "suite_name" ON "test_repository"."suite" USING btree ("project_id",coalesce("sprint_id", "project_id"),lower("name"));--> statement-breakpoint
CREATE INDEX "suite_sprint" ON "test_repository"."suite" USING btree ("sprint_id");--> statement-breakpoint
CREATE INDEX "suite_script_script" ON "test_repository"."suite_script" USING btree ("script_id");