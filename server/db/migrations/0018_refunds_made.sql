ALTER TABLE "replaced_subscriptions" ADD COLUMN "refunds" jsonb;--> statement-breakpoint
ALTER TABLE "replaced_subscriptions" ADD COLUMN "livemode" boolean;