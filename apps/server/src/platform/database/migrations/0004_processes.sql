CREATE TABLE "platform"."held_by_process" (
	"key" text PRIMARY KEY NOT NULL,
	"process" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."process" (
	"name" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"roles" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "platform"."held_by_process" ADD CONSTRAINT "held_by_process_process_process_name_fk" FOREIGN KEY ("process") REFERENCES "platform"."process"("name") ON DELETE cascade ON UPDATE no action;