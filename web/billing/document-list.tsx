import type { OwnDocument } from '../../core/billing/contract.ts'
import * as messages from '../../core/messages/messages.ts'
import { useStore } from '../ui/use-store.ts'
import { BillingDate } from './billing-date.tsx'
import { type DocumentsStore, noDocuments } from './documents-store.ts'

/** Rule M1. Nothing for one who was never charged. */
export function DocumentList({ store }: { store: DocumentsStore }) {
  const { documents, next, isLoading, error } = useStore(store, noDocuments)
  if (documents.length === 0 && !error) return null
  return (
    <section className="panel" aria-labelledby="documents">
      <h2 id="documents">{messages.invoicesAndReceipts}</h2>
      {documents.length > 0 && (
        <ul className="documents">
          {documents.map((document) => (
            <DocumentItem key={document.id} document={document} />
          ))}
        </ul>
      )}
      <p role="alert">{error}</p>
      {(next || error) && (
        <button
          type="button"
          className="text-button"
          aria-disabled={isLoading}
          onClick={next ? store.loadOlder : store.load}
        >
          {isLoading ? messages.loadingDocuments : next ? messages.showOlder : messages.tryAgain}
        </button>
      )}
    </section>
  )
}

const DocumentItem = ({ document }: { document: OwnDocument }) => (
  <li>
    <BillingDate at={document.issuedAt} /> <strong>{document.amount}</strong>{' '}
    <span>{messages.documentStatus({ status: document.status })}</span>{' '}
    <span>
      {document.invoiceUrl && <a href={document.invoiceUrl}>{messages.invoice}</a>}{' '}
      {document.receiptUrl && <a href={document.receiptUrl}>{messages.receipt}</a>}
    </span>
  </li>
)
