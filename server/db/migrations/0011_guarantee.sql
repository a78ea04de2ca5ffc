CREATE TABLE "guarantee_refunds" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"purchase_id" text NOT NULL,
	"user_id" text,
	"plan" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "guarantee_refunds" ADD CONSTRAINT "guarantee_refunds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guarantee_refunds_user" ON "guarantee_refunds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "guarantee_refunds_purchase" ON "guarantee_refunds" USING btree ("purchase_id");