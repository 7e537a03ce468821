CREATE SCHEMA "comments";
--> statement-breakpoint
CREATE TABLE "comments"."comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"container_id" uuid NOT NULL,
	"source_id" text,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"text" text NOT NULL,
	"mentions" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"resolved_by_name" text
);
--> statement-breakpoint
CREATE TABLE "comments"."reading" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"project_id" uuid NOT NULL,
	"read_up_to" timestamp with time zone NOT NULL,
	CONSTRAINT "reading_user_id_kind_subject_id_pk" PRIMARY KEY("user_id","kind","subject_id")
);
--> statement-breakpoint
CREATE INDEX "comment_thread" ON "comments"."comment" USING btree ("thread_id","id");--> statement-breakpoint
CREATE INDEX "comment_subject" ON "comments"."comment" USING btree ("kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "comment_container" ON "comments"."comment" USING btree ("kind","container_id");--> statement-breakpoint
CREATE INDEX "comment_source" ON "comments"."comment" USING btree ("source_id","id") WHERE source_id is not null;--> statement-breakpoint
CREATE INDEX "comment_project" ON "comments"."comment" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "reading_subject" ON "comments"."reading" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "reading_project" ON "comments"."reading" USING btree ("project_id");