CREATE TABLE "runs"."attachment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"step_id" uuid,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"file_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs"."content" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"is_gone" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs"."run" ADD COLUMN "parent_run_id" uuid;--> statement-breakpoint
ALTER TABLE "runs"."run" ADD COLUMN "parent_step_id" uuid;--> statement-breakpoint
ALTER TABLE "runs"."attachment" ADD CONSTRAINT "attachment_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "runs"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs"."attachment" ADD CONSTRAINT "attachment_file_id_content_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "runs"."content"("file_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attachment_name" ON "runs"."attachment" USING btree ("run_id",coalesce(step_id, run_id),"name");--> statement-breakpoint
CREATE INDEX "attachment_file" ON "runs"."attachment" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "content_hash" ON "runs"."content" USING btree ("organization_id","hash") WHERE not is_gone;--> statement-breakpoint
ALTER TABLE "runs"."run" ADD CONSTRAINT "run_parent_run_id_run_id_fk" FOREIGN KEY ("parent_run_id") REFERENCES "runs"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_parent" ON "runs"."run" USING btree ("parent_run_id","created_at") WHERE parent_run_id is not null;