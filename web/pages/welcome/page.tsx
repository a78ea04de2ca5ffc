import * as messages from '../../../core/messages/messages.ts'
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
          heading={messages.showFirstName}
          plan={data.plans.lifetime}
          when={({ decided }) => !decided}
        />
        <noscript>
          <p>{messages.paymentNeedsScript}</p>
        </noscript>
      </div>
      <Analytics settings={data.analytics} />
    </PageFrame>
  )
}
