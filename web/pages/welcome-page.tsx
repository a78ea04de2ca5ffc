import { PaymentOutcome } from '../billing/payment-outcome.tsx'
import { PageFrame } from './page-frame.tsx'
import type { WelcomePageData, WelcomeStores } from './welcome-stores.ts'

export function WelcomePage({ data, stores }: { data: WelcomePageData; stores: WelcomeStores }) {
  return (
    <PageFrame site={data}>
      <div className="narrow">
        <PaymentOutcome store={stores.welcome} planNames={data.plans} />
        <noscript>
          <p>Looking it up needs JavaScript. Please allow it for this site.</p>
        </noscript>
      </div>
    </PageFrame>
  )
}
