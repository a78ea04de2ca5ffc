ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_plan_known";--> statement-breakpoint
ALTER TABLE "replaced_subscriptions" ADD COLUMN "plan" text DEFAULT 'monthly' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_known" CHECK ("subscriptions"."plan" in ('free', 'monthly', 'yearly', 'lifetime'));