CREATE TABLE "test_repository"."baseline" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"script_id" uuid NOT NULL,
	"name" text NOT NULL,
	"target" text NOT NULL,
	"current_version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_repository"."baseline_version" (
	"baseline_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size_bytes" integer NOT NULL,
	"hash" text NOT NULL,
	"is_reviewed" boolean NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_by_name" text NOT NULL,
	"run_id" uuid,
	CONSTRAINT "baseline_version_baseline_id_version_pk" PRIMARY KEY("baseline_id","version")
);
--> statement-breakpoint
ALTER TABLE "test_repository"."baseline_version" ADD CONSTRAINT "baseline_version_baseline_id_baseline_id_fk" FOREIGN KEY ("baseline_id") REFERENCES "test_repository"."baseline"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "baseline_place" ON "test_repository"."baseline" USING btree ("script_id","name","target");--> statement-breakpoint
CREATE INDEX "baseline_project" ON "test_repository"."baseline" USING btree ("project_id");