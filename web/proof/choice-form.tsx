import { type FormEvent, useRef, useState } from 'react'
import * as messages from '../../core/messages/messages.ts'
import type { PurchaseChoice, ShownAs } from '../../core/proof/contract.ts'
import { Field } from '../ui/field.tsx'
import { useStore } from '../ui/use-store.ts'
import { type ChoiceStore, noChoice } from './choice-store.ts'

interface ChoiceFormProps {
  store: ChoiceStore
  heading: string
  /** The name of the lifetime plan. */
  plan: string
  /** Whether there is something to ask. */
  when: (choice: PurchaseChoice) => boolean
}

const options = (): [ShownAs, string][] => [
  ['name', messages.withFirstName],
  ['anonymous', messages.withoutName],
  ['hidden', messages.notAtAll],
]

/** Once asked it stays until the page is left, also when the answer has settled the matter. */
export function ChoiceForm({ store, heading, plan, when }: ChoiceFormProps) {
  const { choice, saving, saved, problem } = useStore(store, noChoice)
  const asked = useRef(false)
  if (choice && when(choice)) asked.current = true
  if (!choice || !asked.current) return null
  return (
    <section className="panel" aria-labelledby="purchase-choice">
      <h2 id="purchase-choice">{heading}</h2>
      <p>{messages.purchaseChoice({ plan })}</p>
      <Choices choice={choice} saving={saving} problem={problem} onSave={store.save} />
      <p role="status">{saved && messages.choiceSaved}</p>
    </section>
  )
}

interface ChoicesProps {
  choice: PurchaseChoice
  saving: boolean
  problem: string | null
  onSave: ChoiceStore['save']
}

function Choices({ choice, saving, problem, onSave }: ChoicesProps) {
  const [shown, setShown] = useState(choice.shown)
  const name = useRef<HTMLInputElement>(null)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void onSave(shown, name.current?.value.trim() ?? '')
  }
  return (
    <form onSubmit={onSubmit}>
      <fieldset className="choices">
        <legend className="visually-hidden">{messages.showMyPurchase}</legend>
        {options().map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="shown"
              value={value}
              checked={shown === value}
              onChange={() => setShown(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {shown === 'name' && (
        <Field
          ref={name}
          label={messages.firstName}
          name="first-name"
          autoComplete="given-name"
          maxLength={24}
          required
          defaultValue={choice.firstName ?? ''}
          hint={messages.firstNameHint}
          problem={problem}
        />
      )}
      <button type="submit" className="button" disabled={saving}>
        {saving ? messages.saving : messages.save}
      </button>
      {shown !== 'name' && <p role="alert">{problem}</p>}
    </form>
  )
}
