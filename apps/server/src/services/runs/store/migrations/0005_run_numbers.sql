CREATE TABLE "runs"."run_number" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "run_number_organization_id_project_id_pk" PRIMARY KEY("organization_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "runs"."run" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "runs"."run" ADD COLUMN "origin_label" text;--> statement-breakpoint
ALTER TABLE "runs"."run" ADD COLUMN "origin_commit" text;--> statement-breakpoint
CREATE UNIQUE INDEX "run_project_number" ON "runs"."run" USING btree ("organization_id","project_id","number") WHERE number is not null;