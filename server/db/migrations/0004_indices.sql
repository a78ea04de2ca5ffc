DROP INDEX "purchases_country";--> statement-breakpoint
CREATE INDEX "purchases_of_country" ON "purchases" USING btree ("country","paid_at") WHERE "purchases"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_in_grace" ON "subscriptions" USING btree ("grace_ends_at") WHERE "subscriptions"."grace_ends_at" is not null;