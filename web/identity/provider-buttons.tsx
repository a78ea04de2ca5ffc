import type { MouseEvent } from 'react'
import * as messages from '../../core/messages/messages.ts'
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
  const start = (event: MouseEvent, id: string) => {
    event.preventDefault()
    void store.startProvider(id)
  }
  return (
    <form method="post" className="providers">
      {providers.length > 0 && <p className="divider">{messages.or}</p>}
      {providers.map(({ id, name }) => (
        <button
          key={id}
          type="submit"
          name="provider"
          value={id}
          className="button"
          disabled={state.busy !== null}
          onClick={(event) => start(event, id)}
        >
          {state.busy === id ? messages.redirecting : messages.continueWith({ provider: name })}
        </button>
      ))}
      <p role="alert">{state.problem?.at === 'provider' && state.problem.text}</p>
    </form>
  )
}
