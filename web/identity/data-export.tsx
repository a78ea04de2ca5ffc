import { useEffect, useRef } from 'react'
import { exportPath } from '../../core/identity/contract.ts'
import * as messages from '../../core/messages/messages.ts'
import type { MailedCodeStore } from './mailed-code-store.ts'
import { ProofStep } from './proof-step.tsx'

interface DataExportProps {
  store: MailedCodeStore
  needsProof: boolean
  /** The name of what signed the visitor in. */
  product: string
}

export function DataExport({ store, needsProof, product }: DataExportProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const neededProof = useRef(needsProof)
  useEffect(() => {
    // The form with the code is gone, and the focus with it.
    if (neededProof.current && !needsProof) link.current?.focus()
    neededProof.current = needsProof
  }, [needsProof])
  if (needsProof) return <ProofStep store={store} product={product} />
  return (
    <p>
      <a ref={link} href={exportPath} download>
        {messages.downloadData}
      </a>
    </p>
  )
}
