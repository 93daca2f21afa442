import { useMemo } from 'react'
import { useIntents } from '../../api/order-desk/desk-hooks.ts'
import { type Intent, isBeforeSending } from '../../../core/domain/intent.ts'

/** Orders that amended others, by the client id of the replaced order. */
export type Replacements = ReadonlyMap<string, Intent>

export const replacements = (intents: readonly Intent[]): Replacements =>
  new Map(
    intents.flatMap(intent => {
      const { amends } = intent.context
      return amends === undefined || isBeforeSending(intent) || intent.state.kind === 'rejected'
        ? []
        : [[amends.clientOrderId, intent] as const]
    }),
  )

export function useReplacements(): Replacements {
  const intents = useIntents()
  return useMemo(() => replacements(intents), [intents])
}
