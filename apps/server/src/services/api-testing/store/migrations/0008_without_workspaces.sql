-- hands over to workspaces
-- Workspaces, environments, variables, certificates, databases and tokens go to a service of their own, whose first migration takes these
-- tables over. What refers from one side to the other is undone here; services refer to each other by ids alone.
ALTER TABLE "api_testing"."suite" DROP CONSTRAINT "suite_project_id_project_id_fk";--> statement-breakpoint
ALTER TABLE "api_testing"."pending_import" DROP CONSTRAINT "pending_import_project_id_project_id_fk";--> statement-breakpoint
ALTER TABLE "api_testing"."prerequisite" DROP CONSTRAINT "prerequisite_project_id_project_id_fk";--> statement-breakpoint
ALTER TABLE "api_testing"."prerequisite" DROP CONSTRAINT "prerequisite_database_configuration_id_database_configuration_id_fk";--> statement-breakpoint
ALTER TABLE "api_testing"."prerequisite" DROP CONSTRAINT "prerequisite_target_environment_id_environment_id_fk";--> statement-breakpoint
ALTER TABLE "api_testing"."run_result" DROP CONSTRAINT "run_result_project_id_project_id_fk";--> statement-breakpoint
ALTER TABLE "api_testing"."variable" DROP CONSTRAINT "variable_suite_id_suite_id_fk";--> statement-breakpoint
CREATE TABLE "api_testing"."pending_result" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"page" integer NOT NULL
);
--> statement-breakpoint
INSERT INTO "api_testing"."pending_result" ("project_id", "organization_id", "page")
SELECT "id", "organization_id", "pending_results_page" FROM "api_testing"."project" WHERE "pending_results_page" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "api_testing"."project" DROP COLUMN "pending_results_page";
