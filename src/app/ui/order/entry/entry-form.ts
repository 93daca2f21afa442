/**
 * The fields of an order as a form. Every change is an edit of the entry, which may change other fields (MARKET implies
 * IOC, turning the side turns the price) and may come from elsewhere (undo, a link). Review validates again with the
 * rules and clock of that moment.
 */
import { useCallback, useMemo } from 'react'
import { type Control, useForm } from 'react-hook-form'
import {
  type EntryEdit,
  type EntryInputs,
  type OrderEntry,
  summariseEntry,
} from '../../../../core/domain/package/order-entry.ts'
import { z } from '../../../../core/domain/zod.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { entryErrors } from './entry-text.ts'

const fields = z.object({
  side: z.optional(z.enum(['buy', 'sell'])),
  mode: z.enum(['rfq', 'firm']),
  type: z.enum(['LIMIT', 'MARKET']),
  tif: z.enum(['GTC', 'IOC']),
  quantity: z.string(),
  price: z.string(),
  cycles: z.string(),
  minimumQuantity: z.string(),
  userTag: z.string(),
})

export type EntryFields = z.infer<typeof fields>
export type EntryControl = Control<EntryFields>

export const entrySchema = (
  legs: OrderEntry['legs'],
  inputs: () => EntryInputs,
): z.ZodMiniType<EntryFields, EntryFields> =>
  fields.check(
    z.superRefine((read, context) => {
      const { problems } = summariseEntry({ ...read, side: read.side, legs }, inputs())
      for (const [field, message] of Object.entries(entryErrors(problems)))
        context.addIssue({ code: 'custom', path: [field], message })
    }),
  )

export interface EntryFormInputs {
  readonly entry: OrderEntry
  readonly edit: (edit: EntryEdit) => void
  readonly inputs: () => EntryInputs
}

export interface EntryForm {
  readonly control: EntryControl
  readonly edit: (edit: EntryEdit) => void
  readonly submit: (review: () => void) => void
}

export function useEntryForm({ entry, edit, inputs }: EntryFormInputs): EntryForm {
  const { legs, side, mode, type, tif, quantity, price, cycles, minimumQuantity, userTag } = entry
  const values = useMemo(
    (): EntryFields => ({ side, mode, type, tif, quantity, price, cycles, minimumQuantity, userTag }),
    [side, mode, type, tif, quantity, price, cycles, minimumQuantity, userTag],
  )
  const resolver = useMemo(() => zodResolver(entrySchema(legs, inputs)), [legs, inputs])
  const { control, handleSubmit } = useForm<EntryFields>({
    defaultValues: values,
    values,
    resolver,
    shouldFocusError: true,
  })
  const submit = useCallback((review: () => void) => void handleSubmit(review)(), [handleSubmit])
  return { control, edit, submit }
}
