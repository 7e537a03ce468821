CREATE SCHEMA "orchestration";
--> statement-breakpoint
CREATE TABLE "orchestration"."folder" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"parent_id" uuid,
	"deep_link_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"color" text NOT NULL,
	"icon" text NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orchestration"."recent" (
	"user_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recent_user_id_organization_id_item_id_pk" PRIMARY KEY("user_id","organization_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "orchestration"."star" (
	"user_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	CONSTRAINT "star_user_id_organization_id_item_id_pk" PRIMARY KEY("user_id","organization_id","item_id")
);
--> statement-breakpoint
ALTER TABLE "orchestration"."folder" ADD CONSTRAINT "folder_parent_id_folder_id_fk" FOREIGN KEY ("parent_id") REFERENCES "orchestration"."folder"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "folder_deep_link" ON "orchestration"."folder" USING btree ("organization_id","deep_link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "folder_name" ON "orchestration"."folder" USING btree ("parent_id",lower("name")) WHERE "orchestration"."folder"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "folder_project" ON "orchestration"."folder" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE INDEX "recent_project" ON "orchestration"."recent" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE INDEX "star_project" ON "orchestration"."star" USING btree ("organization_id","project_id");