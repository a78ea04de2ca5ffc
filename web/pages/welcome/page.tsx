import { Analytics } from '../../analytics/analytics.tsx'
import { PaymentOutcome } from '../../billing/payment-outcome.tsx'
import { ChoiceForm } from '../../proof/choice-form.tsx'
import type { WelcomePageData } from '../member-page-data.ts'
import { PageFrame } from '../page-frame.tsx'
import type { WelcomeStores } from './stores.ts'

export function WelcomePage({ data, stores }: { data: WelcomePageData; stores: WelcomeStores }) {
  return (
    <PageFrame site={data}>
      <div className="narrow">
        <PaymentOutcome store={stores.welcome} receipt={stores.receipt} data={data} />
        <ChoiceForm
          store={stores.choice}
          heading="May we show your first name?"
          plan={data.plans.lifetime}
          when={({ decided }) => !decided}
        />
        <noscript>
          <p>
            Looking up your payment needs JavaScript. Please allow it for this site, then reload the page.
          </p>
        </noscript>
      </div>
      <Analytics settings={data.analytics} />
    </PageFrame>
  )
}
