import { useMemo } from 'react'
import { useIntents } from '../../api/order-desk/desk-hooks.ts'
import { useRegistry } from '../orders/use-registry.ts'
import { liveAnswers, type OwnAnswer } from './own-answers.ts'

export function useLiveAnswers(): readonly OwnAnswer[] {
  const intents = useIntents()
  const { orders } = useRegistry()
  return useMemo(() => liveAnswers(intents, orders), [intents, orders])
}
