ALTER TABLE "seat_holds" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "seat_holds" ADD COLUMN "released_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "seat_holds_network" ON "seat_holds" USING btree ("network") WHERE "seat_holds"."network" is not null;