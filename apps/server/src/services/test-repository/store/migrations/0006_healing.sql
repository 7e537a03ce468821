CREATE TABLE "test_repository"."element_print" (
	"owner_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"ways" text NOT NULL,
	"print" jsonb NOT NULL,
	"size_bytes" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "element_print_owner_id_step_id_pk" PRIMARY KEY("owner_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "test_repository"."healed_step" (
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"target" jsonb NOT NULL,
	"before" jsonb NOT NULL,
	"accepted_by_name" text NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "healed_step_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
CREATE INDEX "element_print_project" ON "test_repository"."element_print" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "healed_step_project" ON "test_repository"."healed_step" USING btree ("project_id");