CREATE TABLE "flows"."webhook" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"node" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "flows"."run" ADD COLUMN "outputs" jsonb;--> statement-breakpoint
ALTER TABLE "flows"."webhook" ADD CONSTRAINT "webhook_run_id_run_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "flows"."run"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_node" ON "flows"."webhook" USING btree ("run_id","node");