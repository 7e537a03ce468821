CREATE TABLE "identity"."upstream_ending" (
	"alias" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "upstream_ending_alias_kind_value_pk" PRIMARY KEY("alias","kind","value")
);
--> statement-breakpoint
CREATE TABLE "identity"."upstream_session" (
	"interaction" text PRIMARY KEY NOT NULL,
	"alias" text NOT NULL,
	"subject" text NOT NULL,
	"sid" text,
	"sealed_id_token" text,
	"user_id" uuid NOT NULL,
	"grant_id" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "upstream_ending_ended" ON "identity"."upstream_ending" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "upstream_session_subject" ON "identity"."upstream_session" USING btree ("alias","subject");--> statement-breakpoint
CREATE INDEX "upstream_session_sid" ON "identity"."upstream_session" USING btree ("alias","sid");--> statement-breakpoint
CREATE INDEX "upstream_session_grant" ON "identity"."upstream_session" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "upstream_session_created" ON "identity"."upstream_session" USING btree ("created_at");