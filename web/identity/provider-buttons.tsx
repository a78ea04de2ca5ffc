import * as messages from '../../core/messages/messages.ts'
import { useHydrated } from '../ui/use-store.ts'
import type { SignInState, SignInStore } from './sign-in-store.ts'

export interface Provider {
  id: string
  name: string
}

interface ProviderButtonsProps {
  providers: readonly Provider[]
  state: SignInState
  store: SignInStore
}

/** Last in its column: a problem with a provider appears below and moves nothing. */
export function ProviderButtons({ providers, state, store }: ProviderButtonsProps) {
  const hydrated = useHydrated()
  return (
    <div className="providers">
      {providers.length > 0 && <p className="divider">{messages.or}</p>}
      {providers.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="button"
          disabled={!hydrated || state.busy !== null}
          onClick={() => store.startProvider(id)}
        >
          {state.busy === id ? messages.redirecting : messages.continueWith({ provider: name })}
        </button>
      ))}
      <p role="alert">{state.problem?.at === 'provider' && state.problem.text}</p>
    </div>
  )
}
