/**
 * An order on a form. What stands in the fields is the entry's own text; every change is an edit of the entry, which may change other fields with it
 * (MARKET is IOC, a turned side turns the price) and may come from elsewhere (undo, a link). Review reads the fields anew, by the rules and the clock of
 * that moment.
 */
import { useCallback } from 'react'
import { type EntryEdit, type EntryInputs, type OrderEntry, summariseEntry } from '../../../domain/order-entry.ts'

export interface EntryFormInputs {
  readonly entry: OrderEntry
  readonly edit: (edit: EntryEdit) => void
  /** Asked for at the moment of reading. */
  readonly inputs: () => EntryInputs
}

export interface EntryForm {
  readonly entry: OrderEntry
  readonly edit: (edit: EntryEdit) => void
  /** Runs `review` if nothing blocks the order now. */
  readonly submit: (review: () => void) => void
}

export function useEntryForm({ entry, edit, inputs }: EntryFormInputs): EntryForm {
  const submit = useCallback(
    (review: () => void) => {
      if (summariseEntry(entry, inputs()).problems.length === 0) review()
    },
    [entry, inputs],
  )
  return { entry, edit, submit }
}
