CREATE TABLE "flows"."hook" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"flow_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"configuration_id" uuid,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_called_at" timestamp with time zone,
	"last_run_id" uuid,
	"last_problem" text
);
--> statement-breakpoint
ALTER TABLE "flows"."hook" ADD CONSTRAINT "hook_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "flows"."flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hook_token" ON "flows"."hook" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "hook_flow" ON "flows"."hook" USING btree ("flow_id");