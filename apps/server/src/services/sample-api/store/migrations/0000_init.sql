CREATE SCHEMA "sample_api";
CREATE TABLE "sample_api"."pet" (
  "id" bigint GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  "name" text NOT NULL,
  "kind" text NOT NULL,
  "status" text NOT NULL,
  "price" numeric(10, 2) NOT NULL,
  "tags" jsonb NOT NULL DEFAULT '[]'::jsonb
);
INSERT INTO "sample_api"."pet" ("id", "name", "kind", "status", "price", "tags") OVERRIDING SYSTEM VALUE VALUES
  (1, 'Rex', 'dog', 'available', 420.00, '["friendly","trained"]'),
  (2, 'Mia', 'cat', 'available', 180.50, '["indoor"]'),
  (3, 'Kiwi', 'bird', 'pending', 95.00, '["sings"]'),
  (4, 'Bubbles', 'fish', 'available', 12.25, '[]'),
  (5, 'Luna', 'cat', 'sold', 210.00, '["indoor","shy"]'),
  (6, 'Bruno', 'dog', 'pending', 510.00, '["large"]');
