import type { ResendWait } from '../../core/identity/resend-wait.ts'
import { useStore } from '../ui/use-store.ts'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import { type Provider, ProviderButtons } from './provider-buttons.tsx'
import type { SignInStore } from './sign-in-store.ts'

interface SignInFormProps {
  store: SignInStore
  wait: ResendWait
  providers: readonly Provider[]
}

export function SignInForm({ store, wait, providers }: SignInFormProps) {
  const state = useStore(store, store.initial)
  if (state.step === 'code') return <CodeStep state={state} store={store} wait={wait} />
  return (
    <>
      <EmailStep state={state} store={store} wait={wait} />
      <ProviderButtons providers={providers} state={state} store={store} />
    </>
  )
}
