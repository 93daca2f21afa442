/**
 * Opens the review that the command line requested, once the draft is here. If it cannot be reviewed yet, the ticket
 * shows why.
 */
import { useEffect } from 'react'
import { askedReview, dropAskedReview, parseBuilderSearch } from '../../../links/builder-link.ts'
import { draftOfSearch, searchOfDraft } from './draft-url.ts'
import type { Draft } from './draft.ts'

const keyOf = (draft: Draft): string => JSON.stringify(searchOfDraft(draft))

interface ReviewAction {
  readonly sendable: boolean
  readonly review: () => void
}

export function useAskedReview(draft: Draft, arePricesHere: boolean, { sendable, review }: ReviewAction): void {
  useEffect(() => {
    const asked = askedReview()
    const wanted = asked === undefined ? undefined : draftOfSearch(parseBuilderSearch(asked))
    if (wanted === undefined || !arePricesHere || keyOf(wanted) !== keyOf(draft)) return
    dropAskedReview()
    if (sendable) review()
  }, [draft, arePricesHere, sendable, review])
}
