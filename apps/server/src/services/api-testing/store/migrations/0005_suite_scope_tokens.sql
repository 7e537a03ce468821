CREATE TABLE "api_testing"."oauth_token" (
	"project_id" uuid NOT NULL,
	"scope_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oauth_token_project_id_scope_id_fingerprint_pk" PRIMARY KEY("project_id","scope_id","fingerprint")
);
--> statement-breakpoint
DROP INDEX "api_testing"."variable_name";--> statement-breakpoint
ALTER TABLE "api_testing"."suite" ADD COLUMN "data_file" jsonb;--> statement-breakpoint
ALTER TABLE "api_testing"."variable" ADD COLUMN "suite_id" uuid;--> statement-breakpoint
ALTER TABLE "api_testing"."oauth_token" ADD CONSTRAINT "oauth_token_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_testing"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_token_expires" ON "api_testing"."oauth_token" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "api_testing"."variable" ADD CONSTRAINT "variable_suite_id_suite_id_fk" FOREIGN KEY ("suite_id") REFERENCES "api_testing"."suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "variable_suite" ON "api_testing"."variable" USING btree ("suite_id");--> statement-breakpoint
CREATE UNIQUE INDEX "variable_name" ON "api_testing"."variable" USING btree ("project_id",coalesce("suite_id", "environment_id", "project_id"),"name");