-- after api-testing/0008_without_workspaces.sql
CREATE SCHEMA "workspaces";
--> statement-breakpoint
ALTER TABLE "api_testing"."project" SET SCHEMA "workspaces";--> statement-breakpoint
ALTER TABLE "api_testing"."member" SET SCHEMA "workspaces";--> statement-breakpoint
ALTER TABLE "api_testing"."environment" SET SCHEMA "workspaces";--> statement-breakpoint
ALTER TABLE "api_testing"."variable" SET SCHEMA "workspaces";--> statement-breakpoint
ALTER TABLE "api_testing"."certificate" SET SCHEMA "workspaces";--> statement-breakpoint
ALTER TABLE "api_testing"."pending_certificate" SET SCHEMA "workspaces";--> statement-breakpoint
ALTER TABLE "api_testing"."database_configuration" SET SCHEMA "workspaces";--> statement-breakpoint
ALTER TABLE "api_testing"."oauth_token" SET SCHEMA "workspaces";
