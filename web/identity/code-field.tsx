import type { Ref } from 'react'
import * as messages from '../../core/messages/messages.ts'
import { Field } from '../ui/field.tsx'

interface CodeFieldProps {
  code: string
  hint: string
  problem: string | null
  readOnly: boolean
  /** All that is in the field; without a length limit, so that a paste with spaces is not cut off. */
  onEnter: (text: string) => void
  ref: Ref<HTMLInputElement>
}

export function CodeField({ code, onEnter, ...field }: CodeFieldProps) {
  return (
    <Field
      label={messages.sixDigitCode}
      className="code-input"
      name="code"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      title={messages.sixDigits}
      required
      value={code}
      onChange={({ currentTarget }) => onEnter(currentTarget.value)}
      {...field}
    />
  )
}
