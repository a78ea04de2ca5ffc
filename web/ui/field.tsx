import { type InputHTMLAttributes, type Ref, useId } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** Stands in the line that is kept free for a problem. */
  hint: string
  problem: string | null
  ref?: Ref<HTMLInputElement>
}

export function Field({ label, hint, problem, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-invalid={problem !== null} aria-describedby={`${id}-note`} {...input} />
      <div className="note-line" id={`${id}-note`}>
        <p role="alert">{problem}</p>
        <p role="status">{problem === null && hint}</p>
      </div>
    </div>
  )
}
